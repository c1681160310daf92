/** The seats and options of a new match, as forms give them. */

import type { FormField, GameInfo, NewSeat, Options, OptionValue } from "./api/types";

/** How many seats a game has with these options. */
export function seatCount(game: GameInfo, options: Options): number {
  const players = options.players ?? game.options.find((field) => field.name === "players")?.default;
  return typeof players === "number" ? players : game.seats;
}

/** A person in the first seat against opponents of middle strength. */
export function newSeats(game: GameInfo, count = game.seats): NewSeat[] {
  const level = game.levels[Math.floor((game.levels.length - 1) / 2)];
  const opponent: NewSeat = level ? { kind: "level", level: level.name } : { kind: "agent", agent: game.default_agent };
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? { kind: "person" } : opponent));
}

/** Only what differs from the defaults is sent. */
export function changedOptions(fields: FormField[], values: Options): Options {
  const changed = fields.filter((field) => {
    const value = values[field.name];
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(field.default);
  });
  return Object.fromEntries(changed.map((field) => [field.name, values[field.name] as OptionValue]));
}

/** The order in which games are shown: a visitor's own first, then from the simplest on; unknown ones at the end. */
const ORDER = ["tic_tac_toe", "connect_four", "gomoku", "chess", "go", "qubic", "gomoku3d", "hearthstone", "kuhn_poker", "pig"];

export function ordered(games: GameInfo[]): GameInfo[] {
  const rank = (game: GameInfo) => (game.own ? -1 : ORDER.includes(game.name) ? ORDER.indexOf(game.name) : ORDER.length);
  return games.toSorted((a, b) => rank(a) - rank(b));
}
