/** A match as this page sees it: the state that the server sent, the shown position, and the commands. */

import { get, post, Refused, sentence } from "./api/http";
import { link } from "./api/link";
import { Connection } from "./api/socket.svelte";
import type {
  Analysis,
  Compiling,
  GuessesChanged,
  MatchSnapshot,
  Message,
  Move,
  NewSeat,
  Offer,
  Order,
  Outline,
  Position,
  Review,
  Thinking,
  TreePage,
} from "./api/types";
import { Following, type Step } from "./following.svelte";
import { t } from "./i18n/index.svelte";
import { complaint, moveText, seatName } from "./words";

/** States of an analysis that goes on. */
const BUSY = ["waiting", "compiling", "running"];

export class MatchModel {
  snapshot = $state.raw<MatchSnapshot | null>(null);
  /** The last position of the match, or the one that was chosen. */
  shown = $state.raw<Position | null>(null);
  /** Moves of the match before the shown position; null: all of them, and the page follows the match. */
  ply = $state<number | null>(null);
  /** Further moves that are only tried. */
  line = $state.raw<number[]>([]);
  thinking = $state.raw<Thinking | null>(null);
  hint = $state.raw<{ ply: number; analysis: Analysis } | null>(null);
  review = $state.raw<Review | null>(null);
  /** How far the count of a seat's guesses has come. */
  guesses = $state.raw<GuessesChanged | null>(null);
  compiling = $state.raw<Compiling | null>(null);
  /** Analyses, by slot and position. */
  analyses = $state.raw<Record<string, Analysis>>({});
  /** Open pages of the tree, by slot. */
  trees = $state.raw<Record<number, TreePage[]>>({});
  /** The latest outlines of growing trees: by slot, and of the agent that thinks. */
  outlines = $state.raw<Partial<Record<number | "agent", Outline>>>({});
  /** The open offer of a player to the others. */
  offer = $state.raw<Offer | null>(null);
  /** Why the link of this page is no longer valid. */
  dismissed = $state("");
  /** When the clocks of the seats were received, by `performance.now()`. */
  clocksAt = $state(0);
  /** Whether a move was made here and the position after it has not come yet; until then the board takes no input. */
  moving = $state(false);
  /** Whether moves on the board are only tried, even in the last position. */
  trying = $state(false);
  /** Whether a hint was requested and has not come yet. */
  hinting = $state(false);
  /** What was refused or failed, in a sentence. */
  notice = $state("");
  /** The seat whose player said last that nobody else looks at this screen. */
  #facing = $state<number | null>(null);
  /** Shows the moves of the others step by step. */
  readonly following = new Following(
    (step) => this.#show(step),
    () => this.mine.length > 0,
  );
  connection: Connection;
  #last: number | null = null;
  #positions = new Map<string, Position>();
  #wanted = 0;
  /** The number of pictures of trees on this page. */
  #pictures = 0;

  constructor(
    readonly id: string,
    ply: number | null = null,
    line: number[] = [],
  ) {
    this.ply = ply;
    this.line = line;
    this.connection = new Connection(
      (message) => this.#receive(message),
      () => void this.#join(),
      () => this.#lost(),
    );
  }

  close(): void {
    this.following.stop();
    this.connection.close();
  }

  get plies(): number {
    return this.snapshot?.moves.length ?? 0;
  }

  /** Moves of the match before the position on the board, which may be behind the match. */
  get at(): number {
    return (this.following.busy ? this.shown?.ply : this.ply) ?? this.plies;
  }

  /** The seat to move on the board. */
  get acting(): number | null {
    return (this.following.busy ? this.shown?.turn : this.snapshot?.waiting_for) ?? null;
  }

  /** The last turn of the others, by the plies before and after it. Without a seat here: the turn of whoever moved last. */
  get lastTurn(): { from: number; to: number } | null {
    const moves = this.snapshot?.moves ?? [];
    const own = this.mine;
    const last = moves.findLast((move) => move.seat !== null && !own.includes(move.seat));
    if (!last) return null;
    const theirs = (seat: number | null) => seat === null || (own.length > 0 ? !own.includes(seat) : seat === last.seat);
    let [from, to] = [last.number - 1, last.number];
    while (from > 0 && theirs(moves[from - 1]!.seat)) from--;
    while (moves[from]!.seat === null) from++; // what chance did before belongs to the turn before
    while (to < moves.length && moves[to]!.seat === null) to++;
    return { from, to };
  }

  /** Show the last turn of the others again, from the position before it. */
  async replay(): Promise<void> {
    const turn = this.lastTurn;
    if (!turn) return;
    try {
      const before = this.#step(turn.from, await this.#position(turn.from, []));
      this.ply = null;
      this.line = [];
      const plies = Array.from({ length: turn.to - turn.from }, (_, i) => turn.from + 1 + i);
      if (turn.to < this.plies) plies.push(this.plies);
      this.following.replay([before, ...plies.map((ply) => this.#step(ply, null))]);
    } catch (error) {
      this.notice = sentence(error);
    }
  }

  /** A click on the board while moves are shown leads to the last position, and does nothing else. */
  skip(event: Event): void {
    if (!this.following.busy) return;
    event.stopPropagation();
    event.preventDefault();
    this.following.skip();
  }

  /** Whether the shown position is the last of the match, or on the way there. */
  get live(): boolean {
    return this.line.length === 0 && (this.ply === null || this.ply === this.plies);
  }

  /** The seats for which this page plays: that of a guest's link, else those of persons. */
  get mine(): number[] {
    const { guest, seat, seats = [] } = this.snapshot ?? {};
    if (guest) return guest.seat === null ? [] : [guest.seat];
    if (typeof seat === "number" && seat >= 0) return [seat];
    return seats.filter((item) => item.player.kind === "person").map((item) => item.seat);
  }

  /** Whether several persons with hidden cards share this screen, and the cards of the one whose turn it is wait. */
  get veiled(): boolean {
    const { game, seat, seats = [], position } = this.snapshot ?? {};
    if (!game?.hidden || position?.over || typeof seat !== "number" || seat < 0) return false;
    return seat !== this.#facing && seats.filter((item) => item.player.kind === "person").length > 1;
  }

  /** The person whose turn it is sits at the screen: show what that seat sees. */
  face(): void {
    this.#facing = this.snapshot?.seat ?? null;
  }

  /** Whether a move made on the board is played, not only tried. */
  get playable(): boolean {
    return this.live && !this.following.busy && !this.trying && this.snapshot?.status === "your_move";
  }

  /** The moves that the board offers: those of a person to move, or any where positions are tried. */
  get legal(): Move[] {
    if (!this.shown || this.shown.over || this.moving || this.following.busy) return [];
    const tries = !this.live || this.trying || this.snapshot?.status === "paused";
    return this.playable || (tries && !link) ? this.shown.legal : [];
  }

  /** The analysis of the shown position in a slot. */
  analysis(slot: number): Analysis | null {
    return this.shown ? (this.analyses[`${slot}:${this.shown.key}`] ?? null) : null;
  }

  /** The analysis that runs in a slot, of any position. */
  running(slot: number): Analysis | null {
    const all = Object.values(this.analyses);
    return all.find((analysis) => analysis.slot === slot && BUSY.includes(analysis.state)) ?? null;
  }

  /** Send a command; a refusal is shown. */
  async send(order: Order): Promise<boolean> {
    try {
      await this.connection.send(order);
      this.notice = "";
      return true;
    } catch (error) {
      this.notice = sentence(error);
      return false;
    }
  }

  /** Ask for a hint; it comes by a message of its own. */
  async askHint(): Promise<void> {
    if (this.hinting || !this.playable) return;
    this.hinting = true;
    if (!(await this.send({ do: "hint", agent: null, seconds: 1 }))) this.hinting = false;
  }

  /** Take the last move back; if guests play, ask them. */
  undo(): Promise<boolean> {
    const asks = this.snapshot?.seats.some((seat) => seat.player.kind === "guest");
    return this.send(asks ? { do: "offer", what: "undo" } : { do: "undo", plies: null });
  }

  async play(move: Move): Promise<void> {
    await this.#make(async () => {
      if (this.playable) return this.send({ do: "move", move: move.move, ply: this.plies });
      await this.go(this.at, [...this.line, move.move]);
      return true;
    });
  }

  /** Make a move as it was typed; returns whether it was made. */
  async type(text: string): Promise<boolean> {
    if (this.playable) return this.#make(() => this.send({ do: "move", text, ply: this.plies }));
    const wanted = text.trim().toLowerCase();
    const move = this.shown?.legal.find((item) => [item.text, moveText(item)].some((known) => known.toLowerCase() === wanted));
    if (move) await this.play(move);
    return move !== undefined;
  }

  /** Make one move at a time. The server tells of a move before it answers the command that made it. */
  async #make(move: () => Promise<boolean>): Promise<boolean> {
    if (this.moving) return false;
    this.moving = true;
    try {
      return await move();
    } finally {
      this.moving = false;
    }
  }

  /** Show the position after `ply` moves of the match (null: the last) and then these. */
  async go(ply: number | null, line: number[] = []): Promise<void> {
    if (ply !== null && ply >= this.plies && line.length === 0) ply = null;
    if (ply !== null) ply = Math.max(0, ply);
    this.following.stop();
    const ticket = ++this.#wanted;
    try {
      const position = await this.#position(ply, line);
      if (ticket !== this.#wanted) return;
      this.ply = ply;
      this.line = line;
      this.shown = position;
      await this.#recallAnalyses();
    } catch (error) {
      if (ticket === this.#wanted) this.notice = sentence(error);
    }
  }

  step(by: number): Promise<void> {
    if (this.line.length > 0 && by < 0) return this.go(this.ply, this.line.slice(0, -1));
    return this.go(this.at + by);
  }

  /** Whether the line that is tried is kept beside the match. */
  get kept(): boolean {
    const ply = this.at;
    return (this.snapshot?.variations ?? []).some((kept) => kept.ply === ply && kept.steps.map((step) => step.move).join() === this.line.join());
  }

  keepLine(): Promise<boolean> {
    return this.send({ do: "keep_line", ply: this.at, line: this.line });
  }

  /** A new match from the shown position. */
  branch(seats: NewSeat[] = [], ply = this.at, line = this.line): Promise<{ id: string }> {
    return post(`/matches/${this.id}/branch`, { ply, line, seats });
  }

  analyse(slot: number, agent: string | null, seconds: number | null = null, anew = false): Promise<boolean> {
    return this.send({ do: "analyse", slot, agent, seconds, ply: this.at, line: this.line, anew });
  }

  /** Continue running searches in the shown position, or stop them if there is nothing to search. */
  follow(): void {
    const shown = this.shown;
    if (!shown || this.following.busy) return;
    for (const slot of [0, 1]) {
      const running = this.running(slot);
      if (!running || running.key === shown.key) continue;
      const { seat, game } = this.snapshot ?? { seat: null, game: null };
      const unseen = game?.hidden && seat !== null && shown.turn !== seat;
      if (shown.over || shown.turn === null || unseen) void this.send({ do: "stop", slot });
      else void this.analyse(slot, running.agent);
    }
  }

  /** Analyse the whole match, and stop searches of single positions, whose cores it needs. */
  async startReview(agent: string | null, seconds: number): Promise<void> {
    for (const slot of [0, 1]) if (this.running(slot)) await this.send({ do: "stop", slot });
    await this.send({ do: "review", agent, seconds });
  }

  /** Positions along a line after the shown one; for a preview. */
  preview(line: number[]): Promise<Position> {
    return this.#position(this.ply, [...this.line, ...line]);
  }

  /** The position after these moves of the match, and then these. */
  lookUp(ply: number, line: number[]): Promise<Position> {
    return this.#position(ply, line);
  }

  /** Let the server send growing trees to this page from now on; returns a function that ends this. */
  drawTrees(): () => void {
    const tell = (on: boolean) => void this.connection.send({ do: "draw_tree", on }).catch(() => undefined);
    if (this.#pictures++ === 0 && this.#last !== null) tell(true);
    return () => {
      if (--this.#pictures === 0) tell(false);
    };
  }

  #step(ply: number, position: Position | null): Step {
    const move = this.snapshot?.moves[ply - 1];
    return { ply, position, lasts: !move || move.text !== null || move.told.length > 0 };
  }

  /** Put a position of the match on the board while it is followed; the last one as the match stands now. */
  #show(step: Step): void {
    const ticket = ++this.#wanted;
    const known = step.ply === this.plies ? this.snapshot?.position : step.position;
    if (known) this.shown = known;
    else
      this.#position(step.ply, []).then(
        (position) => ticket === this.#wanted && (this.shown = position),
        (error: unknown) => ticket === this.#wanted && (this.notice = sentence(error)),
      );
  }

  async #position(ply: number | null, line: number[]): Promise<Position> {
    const snapshot = this.snapshot;
    if (snapshot && ply === null && line.length === 0) return snapshot.position;
    const number = ply ?? this.plies;
    const key = `${number}|${line.join()}|${snapshot?.seat ?? ""}`;
    const known = this.#positions.get(key);
    if (known) return known;
    const seat = (snapshot?.seat ?? -1) < 0 ? null : snapshot?.seat;
    const position = link
      ? await get<Position>("/guest/position", { ply: number })
      : await get<Position>(`/matches/${this.id}/position`, { ply: number, line: line.join(), seat });
    this.#positions.set(key, position);
    return position;
  }

  async #recallAnalyses(): Promise<void> {
    const shown = this.shown;
    if (!shown || shown.line.length > 0 || link) return;
    if (this.analysis(0) || this.live) return;
    const kept = await get<Analysis[]>(`/matches/${this.id}/analyses`, { ply: shown.ply });
    for (const analysis of kept.toReversed()) this.#keep(analysis, false);
  }

  async #join(): Promise<void> {
    const seat = "auto";
    if (await this.send({ do: "join", match: this.id, seat, last: this.#last })) {
      if (this.#pictures > 0) await this.send({ do: "draw_tree", on: true });
      return;
    }
    if (this.snapshot === null && this.connection.state === "open") this.connection.close();
  }

  #keep(analysis: Analysis, newer = true): void {
    const key = `${analysis.slot}:${analysis.key}`;
    if (newer || !(key in this.analyses)) this.analyses = { ...this.analyses, [key]: analysis };
  }

  #receive(message: Message): void {
    switch (message.type) {
      case "snapshot":
      case "changed":
        this.#replace(message.match, message.type === "changed");
        break;
      case "moved":
        this.#moved(message);
        break;
      case "offer":
        this.#offered(message);
        break;
      case "presence":
        if (this.snapshot) {
          const seats = this.snapshot.seats.map((seat) => ({ ...seat, present: message.present[seat.seat] ?? 0 }));
          this.snapshot = { ...this.snapshot, seats, spectators: message.spectators };
        }
        break;
      case "dismissed":
        this.#dismiss(complaint(message.why));
        break;
      case "thinking":
        // The message may be late, about an earlier position.
        if (this.snapshot?.status === "thinking" && message.n >= this.snapshot.n && message.seat === this.snapshot.waiting_for) this.thinking = message;
        break;
      case "analysis":
        this.#keep(message.analysis);
        break;
      case "tree":
        this.trees = { ...this.trees, [message.slot]: message.pages };
        break;
      case "outline":
        this.outlines = { ...this.outlines, [message.slot ?? "agent"]: message.outline };
        break;
      case "guesses":
        this.guesses = message;
        break;
      case "review":
        this.review = message.review;
        break;
      case "hint":
        this.hinting = false;
        if (message.ply === this.plies) this.hint = message;
        break;
      case "compiling":
        this.compiling = message.compiling.done ? null : message.compiling;
        if (message.compiling.error) this.notice = complaint(message.compiling.error);
        break;
    }
  }

  #replace(snapshot: MatchSnapshot, changed: boolean): void {
    const before = this.snapshot;
    if (before?.error && !snapshot.error) this.notice = "";
    if (this.plies !== snapshot.moves.length || snapshot.position.over) this.hint = null;
    this.snapshot = snapshot;
    this.offer = snapshot.offer;
    this.clocksAt = performance.now();
    this.#last = snapshot.n;
    this.#positions.clear();
    if (snapshot.status !== "thinking") this.thinking = null;
    this.review = snapshot.review;
    if (snapshot.error) this.notice = complaint(snapshot.error);
    for (const analysis of snapshot.analyses) this.#keep(analysis);
    const ply = this.ply ?? snapshot.moves.length;
    // Something other than the moves has changed, so the moves that are being shown go on.
    if (this.following.busy && before?.moves.length === snapshot.moves.length) return;
    const other = before !== null && snapshot.moves.slice(0, ply).some((move, i) => before.moves[i]?.move !== move.move);
    if (changed && (ply > snapshot.moves.length || (this.line.length > 0 && other))) void this.go(null);
    else void this.go(this.ply, this.line);
  }

  #offered(message: Extract<Message, { type: "offer" }>): void {
    const before = this.offer;
    this.offer = message.offer;
    const declined = message.declined_by === null ? null : this.snapshot?.seats[message.declined_by];
    if (before && declined && this.mine.includes(before.seat) && !this.mine.includes(declined.seat)) {
      this.notice = t(`offer.${before.what}.declined`, { seat: seatName(declined.name) });
    }
  }

  /** The link of this page is no longer valid, for good. */
  #dismiss(why: string): void {
    this.dismissed = why;
    this.connection.close();
  }

  /** The socket was lost, and with it what the server searched for this page. */
  #lost(): void {
    this.hinting = false;
    this.compiling = null;
    this.thinking = null;
    if (this.guesses?.state === "running") this.guesses = null;
    const ended = Object.entries(this.analyses).map(([key, item]) => [key, BUSY.includes(item.state) ? { ...item, state: "stopped" as const } : item]);
    this.analyses = Object.fromEntries(ended) as Record<string, Analysis>;
    void this.#check();
  }

  /** A refused socket gives no reason, so a guest's page asks whether its link is still valid. */
  async #check(): Promise<void> {
    if (!link || this.dismissed) return;
    try {
      await get<MatchSnapshot>("/guest");
    } catch (error) {
      if (error instanceof Refused && ["unauthorised", "not_found"].includes(error.kind)) this.#dismiss(sentence(error));
    }
  }

  #moved(message: Extract<Message, { type: "moved" }>): void {
    const before = this.snapshot;
    if (!before || message.move.number !== before.moves.length + 1) {
      this.#last = null;
      void this.#join();
      return;
    }
    this.#last = message.n;
    const follow = this.ply === null && this.line.length === 0;
    if (this.ply === null && !follow) this.ply = before.moves.length; // the line that is tried starts there
    const { clocks } = message;
    this.clocksAt = performance.now();
    this.snapshot = {
      ...before,
      n: message.n,
      seats: clocks ? before.seats.map((seat) => ({ ...seat, clock: clocks[seat.seat] ?? null })) : before.seats,
      moves: [...before.moves, message.move],
      position: message.position,
      status: message.status,
      waiting_for: message.waiting_for,
      values: message.value
        ? [...before.values.filter((value) => value.ply !== message.value?.ply), message.value]
        : before.values,
    };
    if (message.status !== "thinking") this.thinking = null;
    this.offer = null;
    this.hint = null;
    const own = message.move.seat !== null && this.mine.includes(message.move.seat);
    if (follow) this.following.add(this.#step(this.plies, message.position), own);
  }
}
