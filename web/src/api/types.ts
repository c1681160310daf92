/** The unions of the schema, and the models under their own names. */

import type * as S from "./schema";

export type * from "./schema";
export type View = S.Grid | S.Cards | S.Text;
export type Message =
  | S.Hello
  | S.CommandDone
  | S.CommandRefused
  | S.Snapshot
  | S.Changed
  | S.Moved
  | S.OfferChanged
  | S.Presence
  | S.Dismissed
  | S.Thinking
  | S.AnalysisChanged
  | S.TreeChanged
  | S.OutlineChanged
  | S.ReviewChanged
  | S.GuessesChanged
  | S.TournamentChanged
  | S.HintGiven
  | S.CompilingChanged;
export type AnyCommand =
  | S.Join
  | S.Leave
  | S.Watch
  | S.Play
  | S.Undo
  | S.Resign
  | S.MakeOffer
  | S.Answer
  | S.TakeOver
  | S.Pause
  | S.KeepLine
  | S.DropLine
  | S.Hint
  | S.Analyse
  | S.Stop
  | S.OpenNode
  | S.CloseNode
  | S.DrawTree
  | S.StartReview
  | S.StopReview
  | S.StartGuesses
  | S.StopGuesses
  | S.Ping;

/** A command without the number that the connection gives it. */
export type Order = AnyCommand extends infer C ? (C extends AnyCommand ? Omit<C, "id"> : never) : never;
export type OptionValue = S.FormField["default"];
export type Options = Record<string, OptionValue>;
