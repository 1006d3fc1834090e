/** What few visits need, in a file of its own (`lib/later.js`): the rooms beside lobby and table, the table's menu and dialogs. */
import english from "./words/later/en.json" with { type: "json" };
import { addWords } from "./lib/words.js";
export { AccountPage } from "./account/page.js";
export { EventPage, EventsPage } from "./events/page.js";
export { PlayerPage } from "./events/player.js";
export { LabPage } from "./lab/page.js";
export { LearnPage } from "./learn/page.js";
export { Dialogs, Menu } from "./table/dialogs.js";
export { PositionPage, RulesPage } from "./table/position.js";

await addWords(english);
