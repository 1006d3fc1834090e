"""What the Britannia rulesets share: map, state, ruleset record, phases, battle."""
