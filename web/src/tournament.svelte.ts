/** A tournament as this page sees it; each change brings the whole of it. */

import { get, sentence } from "./api/http";
import { Connection } from "./api/socket.svelte";
import type { Tournament } from "./api/types";

export class TournamentModel {
  tournament = $state.raw<Tournament | null>(null);
  notice = $state("");
  #connection: Connection;

  constructor(readonly id: string) {
    get<Tournament>(`/tournaments/${id}`).then(
      (found) => (this.tournament ??= found),
      (reason: unknown) => (this.notice = sentence(reason)),
    );
    this.#connection = new Connection(
      (message) => {
        if (message.type === "tournament" && message.tournament.summary.id === id) this.tournament = message.tournament;
      },
      () => {
        this.#connection.send({ do: "watch", tournament: id }).catch((reason: unknown) => (this.notice = sentence(reason)));
      },
    );
  }

  close(): void {
    this.#connection.close();
  }
}
