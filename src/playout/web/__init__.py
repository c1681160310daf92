"""The web app's server: games, matches, live analysis, review, trees, lessons and tournaments, over HTTP and WebSocket.

Folders, the highest first: `http/`, `server/`, `matches/` and `lessons/`, `analysis/`, `games/`, `computing/`,
`schema/`. The `__init__.py` of each says what is in it and where to start.

Every body is JSON. Models are in `schema/`; `python -m playout.web.schema` writes them as one JSON Schema, from which
the page's types are made. An error is answered with a status of 400 to 503 and `Refusal`: one sentence. If the
server was started with a token, a request carries it as `Authorization: Bearer TOKEN`, as the cookie `playout_token`,
or, on a first visit and for the socket, as `?token=TOKEN` (the answer to the first visit sets the cookie). A guest's
request carries `Authorization: Guest MATCH.TOKEN` instead, and a guest's socket the subprotocol `guest.MATCH.TOKEN`
beside `playout`; it reaches the addresses below /api/guest and the commands join, leave, move, resign, offer, answer
and ping.

Routes (`->` the answer):

| | | |
|---|---|---|
| GET | /api/about | -> About: version, limits of this server, languages |
| GET | /api/games | -> list[GameInfo]: every game with its options, levels, and a picture position as a view |
| GET | /api/games/{game} | -> GameInfo |
| GET | /api/games/{game}/rules | -> GameRules: the page of its rules, in each language that it has |
| POST | /api/games/{game}/preview | NewGame -> Preview: first position and seats with these options, or a refusal |
| POST | /api/games/{game}/warm | Warm -> Compiling: begin to compile what these agents need; progress comes by socket |
| GET | /api/agents | -> list[AgentInfo]: every algorithm with its options and limits as form fields |
| POST | /api/agents/check | AgentCheck -> AgentChecked: is this spelling an agent for this game? |
| GET | /api/matches?game=&result=&opponent=&begun=&limit=&offset= | Wanted -> list[MatchSummary], the latest first |
| GET | /api/matches/choices?game=&result=&opponent=&begun= | Wanted -> MatchChoices: how many, and the filters |
| DELETE | /api/matches?game=&result=&opponent=&begun= | Wanted -> Done: these matches are deleted |
| POST | /api/matches | NewMatch -> MatchSummary |
| GET | /api/matches/{id}?seat= | -> MatchSnapshot |
| DELETE | /api/matches/{id} | -> Done |
| GET | /api/matches/{id}/position?ply=&line=3,5&seat= | -> Position: after `ply` moves, and then those of `line` |
| POST | /api/matches/{id}/line | LineRequest -> list[Position]: the positions along a line, one after each move |
| POST | /api/matches/{id}/branch | Branch -> MatchSummary: a new match from here; with hidden cards, after the end |
| GET | /api/matches/{id}/export/{format} | -> Exported (json, fen, pgn, sgf; GameInfo.formats says which a game has) |
| POST | /api/matches/import | Import -> MatchSummary |
| POST | /api/matches/{id}/links | -> Invitation: the links by which guests come, with QR codes; missing ones are made |
| POST | /api/matches/{id}/links/renew | Renewal -> Invitation: one link is replaced |
| GET | /api/guest | -> MatchSnapshot: the match of the guest who asks |
| GET | /api/guest/position?ply= | -> Position: of that match, as that guest sees it |
| GET | /api/guest/rules | -> GameRules: the rules of that match's game |
| GET | /api/guest/export/{format} | -> Exported: that match, once it is over |
| GET | /api/unreadable | -> list[Unreadable]: data that could not be read; it is kept as it is |
| GET | /api/matches/{id}/analyses?ply= | -> list[Analysis]: earlier analyses, the latest first |
| GET | /api/matches/{id}/review | -> Review |
| GET | /api/matches/{id}/guesses/{seat} | -> Guesses or null: that seat's guesses, for a viewer of everything |
| GET | /api/analyses/{id} | -> Analysis |
| GET | /api/analyses/{id}/nodes?path=3,5&offset=0&limit=20 | -> TreePage: a node and a page of its children |
| GET | /api/analyses/{id}/outlines | -> list[Outline]: the tree at 64, 128, 256, ... units of work, and now |
| GET | /api/matches/{id}/outlines | -> list[Outline]: those of an agent's last search, if nothing is hidden |
| GET | /api/analyses/{id}/find?text=d4 | -> list[TreeNode]: nodes whose move has this text, the most visited first |
| GET | /api/analyses/{id}/file | -> bytes: the search as a file |
| POST | /api/matches/{id}/tree | bytes -> Analysis: a file that was saved, for a position of this match |
| GET | /api/lessons | -> list[LessonInfo]: the lessons, with their sliders |
| POST | /api/lessons/{lesson}/trace | TraceRequest -> LessonTrace: every step of a small search |
| POST | /api/bandits | BanditRequest -> BanditRun: rewards and regret |
| POST | /api/pi | PiRequest -> PiRun: stones thrown at a square |
| GET | /api/runs | -> list[RunSummary]: training runs |
| GET | /api/runs/{run} | -> RunReport |
| POST | /api/runs/{run}/beliefs | BeliefsRequest -> Beliefs: the policy and value of each snapshot for a position |
| POST | /api/runs/{run}/search | NetSearchRequest -> NetSearch: the root of a search by one of the snapshots |
| GET | /api/tournaments | -> list[TournamentSummary] |
| POST | /api/tournaments | NewTournament -> TournamentSummary |
| GET | /api/tournaments/{id} | -> Tournament |
| POST | /api/tournaments/{id}/resume, /stop | -> TournamentSummary |
| GET | /api/tournaments/{id}/matches?offset=&limit= | -> TournamentMatches |
| POST | /api/tournaments/{id}/matches/{number} | -> MatchSummary: that match, to be replayed on its board |
| WS | /api/socket?last=N&token= | one for each page; see below |

The socket. The server's first message is `Hello`. A page sends commands (`Command`: each has an `id` that it chooses
and a word `do`), and every command is answered by one `done` or `refused` with that `id`. Every other message of the
server has a word `type`. A match numbers its events: `n` in `moved`, `thinking` and the MatchSnapshot of the others.

| command | fields | then come |
|---|---|---|
| join | match, seat, last | `snapshot` (or the events since `last`), then all events of the match |
| leave | | no more events of it |
| watch | tournament | `tournament` at each change |
| move | move or text, ply | `moved` |
| undo | plies | `changed` (a snapshot) |
| resign | seat | `changed` |
| offer | what | `offer`, or `changed` where nobody has to accept: take a move back, or a draw |
| answer | number, accept | `offer`, or `changed` once all have accepted |
| take_over | seat, player | `changed`: a person or an agent takes a seat |
| pause | paused | `changed`: agents stop or go on playing |
| keep_line, drop_line | ply, line | `changed`: a variation is kept beside the match, or removed |
| hint | agent, seconds | `hint` |
| analyse | slot, agent, seconds, ply, line | `analysis`, at most 15 a second; slots 0 and 1: side by side; 2 compares |
| stop | slot | the last `analysis`, with `state` = "stopped" |
| open_node | slot, path | `tree`: the node's page now and as it grows (at most 4 a second) |
| close_node | slot, path | |
| draw_tree | on | `outline`: trees of the match in outline, as they grow |
| review | agent, seconds | `review`, as it progresses |
| stop_review | | |
| guesses | seat | `guesses`, as the count progresses; the results have their own address |
| stop_guesses | seat | |
| ping | | |

| message | content |
|---|---|
| hello | the versions of the protocol and of the server |
| done, refused | the answer to a command |
| snapshot, changed | MatchSnapshot: replace all that is shown of the match |
| moved | one move: MatchMove, the position after it, whose turn it is; no gap in `n` since the event before |
| offer | a player's offer to the others, or its end |
| presence | the viewers, by seat; latest wins |
| dismissed | why this page's link is no longer valid; the server closes the socket |
| thinking | an agent thinks, with its results so far (only if the page may see them); latest wins |
| guesses | the progress of counting a seat's guesses; latest wins |
| analysis, tree, outline, review, tournament | latest wins: the whole content each time; numbers may be left out |
| hint | a move for the seat to move, and why |
| compiling | a game or search is compiled: what, seconds so far, done or not |

A page that returns sends `join` with the last `n` that it had. The numbers of snapshot, changed and moved have no
gaps; a page that sees a gap joins again.
"""
