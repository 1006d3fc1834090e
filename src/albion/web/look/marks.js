/** Small signs on the map for what happened to a place, drawn within ten units. */

/** @type {Record<string, {sign: string, ground: string, ink: string}>} */
export const MARKS = {
  wasted: { sign: "M0-4.600C2.800-2.200 3.800-.2 3.400 1.800C3 4 1.200 4.800 0 4.800C-1.800 4.800-3.400 3.600-3.400 1.600C-3.400.4-2.800-.6-2-1.400C-1.600-.6-1.200-.4-.8-.2C-1-2-.8-3.400 0-4.600Z", ground: "#2a1a10", ink: "#f08a2c" },
  cathedral: { sign: "M-.9-4.800H.9V-2.400H3.400V-.6H.9V4.800H-.9V-.6H-3.400V-2.400H-.9Z", ground: "#fbf0d2", ink: "#5a3b16" },
  tower: { sign: "M-3.400 4.600V-4.400H-1.800V-3H-.8V-4.400H.8V-3H1.800V-4.400H3.400V4.600Z", ground: "#fbf0d2", ink: "#5a3b16" },
  "great-hall": { sign: "M-4.600 0L0-4.200L4.600 0H3.400V4.200H1V1.200H-1V4.200H-3.400V0Z", ground: "#fbf0d2", ink: "#5a3b16" },
};
