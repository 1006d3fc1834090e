/** A short tone when one is asked, off until the player wants it. */
/** @import { MatchSession } from "../lib/match.js" */
import { useEffect } from "../lib/html.js";
import { settings } from "../lib/settings.js";

const NOTES = [392, 523.25];
const LASTS = 0.16;

/** @type {AudioContext | null} */
let audio = null;

function chime() {
  audio ??= new AudioContext();
  for (const [i, pitch] of NOTES.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + i * LASTS;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LASTS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LASTS);
  }
}

/** @param {MatchSession} session @param {boolean} mine whether this player must answer now */
export function useSounds(session, mine) {
  useEffect(() => {
    if (mine && settings.sound && session.table.seats.some((s) => !s.you)) chime();
  }, [mine]);
}
