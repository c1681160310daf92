// Made by `npm run types` from the server's schema with SHA-256 9b87db0e4c7995c841c34d9df163fbb10f164b8165489a6625aac9dca881dd12. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** About */
        About: {
            /**
             * Name
             * @default Playout
             */
            name: string;
            /** Version */
            version: string;
            /**
             * Protocol
             * @default 1
             */
            protocol: number;
            /**
             * Languages
             * @default [
             *       "en",
             *       "zh"
             *     ]
             */
            languages: string[];
            /**
             * Engines
             * @description The spellings of the programs (UCI, GTP) and networks that the server was started with.
             * @default []
             */
            engines: string[];
            /**
             * Limits
             * @description This server's limits, by name: seconds and memory (megabytes) and threads of a search, searches, matches,
             *     sockets, body, message and tree_file (bytes), plies, move_seconds, tournaments.
             */
            limits: {
                [key: string]: number;
            };
        };
        /** AgentCheck */
        AgentCheck: {
            /** Game */
            game: string;
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null;
            };
            /** Agent */
            agent: string;
        };
        /** AgentChecked */
        AgentChecked: {
            /**
             * Agent
             * @description The full spelling.
             */
            agent: string;
            /** Valid */
            valid: boolean;
            /** Error */
            error: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
        };
        /** AgentInfo */
        AgentInfo: {
            /** Name */
            name: string;
            /** About */
            about: string;
            /** Games */
            games: string;
            /**
             * Unit
             * @description The unit of its work: simulations, playouts or nodes.
             */
            unit: string;
            /** Options */
            options: components["schemas"]["FormField"][];
            /** Limits */
            limits: components["schemas"]["FormField"][];
            /** Has Tree */
            has_tree: boolean;
            /** Has Trace */
            has_trace: boolean;
        };
        /** Analyse */
        Analyse: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "analyse";
            /**
             * Slot
             * @default 0
             */
            slot?: number;
            /**
             * Agent
             * @description None: the game's default agent.
             * @default null
             */
            agent?: string | null;
            /**
             * Seconds
             * @description The longest time; None: this server's limit. The search continues from earlier results for this position.
             * @default null
             */
            seconds?: number | null;
            /**
             * Ply
             * @description None: the last position.
             * @default null
             */
            ply?: number | null;
            /**
             * Line
             * @default []
             */
            line?: number[];
            /**
             * Anew
             * @description Discard earlier results of this search.
             * @default false
             */
            anew?: boolean;
        };
        /** Analysis */
        Analysis: {
            /** Id */
            id: string;
            /** Match */
            match: string;
            /** Slot */
            slot: number;
            /** Agent */
            agent: string;
            /** Ply */
            ply: number;
            /**
             * Line
             * @description Moves after those of the match; they lead to the position.
             */
            line: number[];
            /**
             * Key
             * @description The key of the position (Position.key).
             */
            key: string;
            /**
             * Seat
             * @description The seat to move. Only its knowledge is used.
             */
            seat: number;
            /**
             * State
             * @description done: its limit is reached, or its value is proven.
             * @enum {string}
             */
            state: "waiting" | "compiling" | "running" | "stopped" | "done" | "failed";
            /**
             * Error
             * @default null
             */
            error: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
            /**
             * Move
             * @description None: there is no result yet, and the values below are the defaults.
             * @default null
             */
            move: number | null;
            /**
             * Text
             * @default null
             */
            text: string | null;
            /**
             * Values
             * @default null
             */
            values: number[] | null;
            /**
             * Proven
             * @default false
             */
            proven: boolean;
            /** Unit */
            unit: string;
            /**
             * Work
             * @default 0
             */
            work: number;
            /**
             * Rate
             * @description Units of work per second.
             * @default 0
             */
            rate: number;
            /**
             * Depth
             * @default 0
             */
            depth: number;
            /**
             * Elapsed
             * @default 0
             */
            elapsed: number;
            /**
             * Memory
             * @description Megabytes in use.
             * @default null
             */
            memory: number | null;
            /**
             * Nodes
             * @description The number of nodes in the tree, if there is a tree.
             * @default null
             */
            nodes: number | null;
            /**
             * Candidates
             * @description The best first.
             * @default []
             */
            candidates: components["schemas"]["CandidateInfo"][];
            /**
             * Why
             * @description Why the search prefers its move, in words.
             * @default null
             */
            why: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
            /**
             * Changes
             * @description (work, move) for each change of the best move.
             * @default []
             */
            changes: [
                number,
                string
            ][];
            /** Has Tree */
            has_tree: boolean;
        };
        /** AnalysisChanged */
        AnalysisChanged: {
            /**
             * Type
             * @default analysis
             * @constant
             */
            type: "analysis";
            analysis: components["schemas"]["Analysis"];
        };
        /**
         * Answer
         * @description Accept or decline an offer. The player who made it withdraws it.
         */
        Answer: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "answer";
            /** Number */
            number: number;
            /** Accept */
            accept: boolean;
        };
        /** BanditCurve */
        BanditCurve: {
            /** Strategy */
            strategy: string;
            /**
             * Pulls
             * @description The numbers of pulls at which the curve has points.
             */
            pulls: number[];
            /**
             * Regret
             * @description The regret so far, averaged over the runs.
             */
            regret: number[];
            /**
             * Counts
             * @description Pulls of each arm, averaged over the runs.
             */
            counts: number[];
            /**
             * First
             * @description (arm, reward) of the first 200 pulls of the first run.
             */
            first: [
                number,
                number
            ][];
        };
        /** BanditRequest */
        BanditRequest: {
            /**
             * Means
             * @description The true mean of each arm, whose reward is 0 or 1.
             */
            means: number[];
            /**
             * Strategies
             * @description Spellings, such as ucb1(c=1.4), epsilon(epsilon=0.1), thompson.
             */
            strategies: string[];
            /**
             * Pulls
             * @default 1000
             */
            pulls?: number;
            /**
             * Runs
             * @default 20
             */
            runs?: number;
            /**
             * Seed
             * @default 1
             */
            seed?: number;
        };
        /** BanditRun */
        BanditRun: {
            /** Best */
            best: number;
            /**
             * Bound
             * @description The lower bound of Lai and Robbins at the same numbers of pulls.
             */
            bound: number[] | null;
            /** Curves */
            curves: components["schemas"]["BanditCurve"][];
        };
        /**
         * Belief
         * @description The policy and the value of a network for a position, without a search.
         */
        Belief: {
            /** Matches */
            matches: number;
            /**
             * Priors
             * @description For each legal move of the position the probability that it is the best; they add up to 1.
             */
            priors: number[];
            /** Values */
            values: number[];
        };
        /** Beliefs */
        Beliefs: {
            position: components["schemas"]["Position"];
            /**
             * Beliefs
             * @description One for each snapshot; empty if the match is over in this position.
             */
            beliefs: components["schemas"]["Belief"][];
        };
        /** BeliefsRequest */
        BeliefsRequest: {
            /**
             * Moves
             * @description The moves that lead to the position.
             * @default []
             */
            moves?: number[];
        };
        /**
         * Bound
         * @description Why UCT selects a child: mean + exploration = bound, as in BoundTerms.
         */
        Bound: {
            /**
             * Kind
             * @description ucb: exploration is factor sqrt(ln count / visits); puct: factor sqrt(count); rule: a selection rule decides. The
             *     others have no such term.
             * @enum {string}
             */
            kind: "ucb" | "puct" | "rule" | "certain" | "untried" | "first";
            /** Mean */
            mean: number | null;
            /** Exploration */
            exploration: number | null;
            /**
             * Bound
             * @description None: never visited, so it is selected first; or a rule ranks it below all numbers.
             */
            bound: number | null;
            /** Factor */
            factor: number | null;
            /** Count */
            count: number | null;
            /** Visits */
            visits: number | null;
            /**
             * More
             * @description Options whose part of the bound is left out.
             */
            more: string[];
        };
        /** Branch */
        Branch: {
            /** Ply */
            ply: number;
            /**
             * Line
             * @default []
             */
            line?: number[];
            /**
             * Seats
             * @description Empty: the same players.
             * @default []
             */
            seats?: components["schemas"]["NewSeat"][];
        };
        /** CandidateInfo */
        CandidateInfo: {
            /** Move */
            move: number;
            /** Text */
            text: string;
            /** @default null */
            words: components["schemas"]["Words"] | null;
            /** Places */
            places: string[];
            /** Visits */
            visits: number;
            /**
             * Share
             * @description The share of all visits, 0 to 1.
             */
            share: number;
            /**
             * Values
             * @description For each seat; None: the move was never visited.
             */
            values: number[] | null;
            /**
             * Value
             * @description The value for the seat to move.
             */
            value: number | null;
            /**
             * Score
             * @description `value` in the game's notation: +0.35, #2. Empty if the game has no notation or the value is not known.
             */
            score: string;
            /** Proven */
            proven: boolean;
            /** Plies */
            plies: number | null;
            /** Prior */
            prior: number | null;
            /**
             * Line
             * @description The expected line, this move first.
             */
            line: components["schemas"]["LineStep"][];
        };
        /** Card */
        Card: {
            /**
             * Id
             * @description The touch point of the card: "card:0.hand.2".
             */
            id: string;
            name: components["schemas"]["Words"];
            /**
             * Kind
             * @enum {string}
             */
            kind: "card" | "minion" | "spell" | "weapon" | "hero" | "power" | "secret";
            /**
             * Hidden
             * @description Whether the card lies face down; its name then reveals nothing.
             * @default false
             */
            hidden: boolean;
            /**
             * Cost
             * @default null
             */
            cost: number | null;
            /**
             * Attack
             * @default null
             */
            attack: number | null;
            /**
             * Health
             * @default null
             */
            health: number | null;
            /**
             * Full Health
             * @default null
             */
            full_health: number | null;
            /**
             * Armour
             * @default null
             */
            armour: number | null;
            /**
             * Durability
             * @default null
             */
            durability: number | null;
            /** @default null */
            text: components["schemas"]["Words"] | null;
            /**
             * States
             * @description can_attack, used, taunt, shield, frozen, stealth, silenced, windfury, charge, ...
             * @default []
             */
            states: string[];
        };
        /**
         * Cards
         * @description A table with zones of cards.
         */
        Cards: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "cards";
            /** Zones */
            zones: components["schemas"]["Zone"][];
            /** Counters */
            counters: components["schemas"]["Counter"][];
            end: components["schemas"]["Words"] | null;
        };
        /** Changed */
        Changed: {
            /**
             * Type
             * @default changed
             * @constant
             */
            type: "changed";
            match: components["schemas"]["MatchSnapshot"];
        };
        /** CloseNode */
        CloseNode: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "close_node";
            /**
             * Slot
             * @default 0
             */
            slot?: number;
            /**
             * Path
             * @default []
             */
            path?: number[];
        };
        /** Command */
        Command: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
        };
        /** CommandDone */
        CommandDone: {
            /**
             * Type
             * @default done
             * @constant
             */
            type: "done";
            /** Id */
            id: number;
        };
        /** CommandRefused */
        CommandRefused: {
            /**
             * Type
             * @default refused
             * @constant
             */
            type: "refused";
            /**
             * Id
             * @description None: the command could not be read.
             */
            id: number | null;
            /** Error */
            error: string;
            /** Code */
            code: string;
            /** Parameters */
            parameters: {
                [key: string]: number | string | components["schemas"]["Words"] | components["schemas"]["Sentence"] | (string | components["schemas"]["Words"] | components["schemas"]["Sentence"])[];
            };
            /**
             * Kind
             * @description code, parameters, error and kind as in Refusal.
             */
            kind: string;
        };
        /**
         * Compiling
         * @description The progress of compiling native code.
         */
        Compiling: {
            /** What */
            what: string;
            /** Seconds */
            seconds: number;
            /** Done */
            done: boolean;
            /**
             * Error
             * @default null
             */
            error: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
        };
        /** CompilingChanged */
        CompilingChanged: {
            /**
             * Type
             * @default compiling
             * @constant
             */
            type: "compiling";
            compiling: components["schemas"]["Compiling"];
        };
        /**
         * Counter
         * @description A number or a text beside the board: points, captured stones, mana, the pot.
         */
        Counter: {
            /** Seat */
            seat: number | null;
            name: components["schemas"]["Words"];
            /** Value */
            value: number | string | components["schemas"]["Words"];
            /**
             * Most
             * @default null
             */
            most: number | null;
        };
        /**
         * Dismissed
         * @description The link of this page is no longer valid. The server then closes the socket.
         */
        Dismissed: {
            /**
             * Type
             * @default dismissed
             * @constant
             */
            type: "dismissed";
            /** Why */
            why: components["schemas"]["Sentence"] | components["schemas"]["Words"];
        };
        /** Done */
        Done: {
            /**
             * Done
             * @default true
             */
            done: boolean;
        };
        /**
         * DrawTree
         * @description Start or stop sending this page outlines of the trees that grow in its match.
         */
        DrawTree: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "draw_tree";
            /** On */
            on: boolean;
        };
        /** DropLine */
        DropLine: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "drop_line";
            /** Ply */
            ply: number;
            /** Line */
            line: number[];
        };
        /** Exported */
        Exported: {
            /** Format */
            format: string;
            /** File Name */
            file_name: string;
            /** Content */
            content: string;
        };
        /**
         * FormField
         * @description An option of a game or algorithm, as a field of a form.
         */
        FormField: {
            /** Name */
            name: string;
            /**
             * Kind
             * @description cell: a pair (row, column) or none; list: `least` to `most` entries, each of `choices` or by `pattern`.
             * @enum {string}
             */
            kind: "integer" | "number" | "boolean" | "choice" | "text" | "cell" | "list";
            /** Default */
            default: boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null;
            /**
             * Least
             * @default null
             */
            least: number | null;
            /**
             * Most
             * @default null
             */
            most: number | null;
            /**
             * Choices
             * @description The choices of a choice, or of each entry of a list.
             * @default []
             */
            choices: (string | number)[];
            /**
             * Labels
             * @description The label of each choice, by its text.
             * @default {}
             */
            labels: {
                [key: string]: components["schemas"]["Words"];
            };
            /**
             * Pattern
             * @description A regular expression for other texts that may be typed.
             * @default null
             */
            pattern: string | null;
            about: components["schemas"]["Words"];
            /**
             * Optional
             * @description Whether the option may be left out (None); the game or the algorithm then decides.
             * @default false
             */
            optional: boolean;
            /**
             * Group
             * @default
             */
            group: string;
        };
        /** GameInfo */
        GameInfo: {
            /** Name */
            name: string;
            /** @description The game's name, as pages show it. */
            title: components["schemas"]["Words"];
            /**
             * About
             * @description A description in one line.
             */
            about: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "grid" | "cards" | "text";
            /** Seats */
            seats: number;
            /** Seat Names */
            seat_names: string[];
            /** Options */
            options: components["schemas"]["FormField"][];
            /** Levels */
            levels: components["schemas"]["Level"][];
            /**
             * Default Agent
             * @description The agent that plays and analyses if the user chooses none.
             */
            default_agent: string;
            /**
             * Agents
             * @description The names of the algorithms that can search the game.
             */
            agents: string[];
            /**
             * Engines
             * @description The spellings of other programs (UCI, GTP) that the server was started with and that play the game.
             * @default []
             */
            engines: string[];
            /**
             * Hidden
             * @description Whether the game hides information from seats.
             */
            hidden: boolean;
            /** Chance */
            chance: boolean;
            /**
             * Formats
             * @description The formats of import and export: json, and fen, pgn, sgf if the game has them.
             */
            formats: string[];
            /** Payoff Bounds */
            payoff_bounds: [
                number,
                number
            ];
            /**
             * Own
             * @description Whether it is a file of the person who started the server.
             */
            own: boolean;
            /**
             * Picture
             * @description A position of a match under way, for the card of the game on the first page.
             */
            picture: components["schemas"]["Grid"] | components["schemas"]["Cards"] | components["schemas"]["Text"];
        };
        /**
         * GameRules
         * @description The rules page of a game.
         */
        GameRules: {
            /**
             * Pages
             * @description The blocks of the page, by language.
             */
            pages: {
                [key: string]: components["schemas"]["RulesBlock"][];
            };
        };
        /** GameTitle */
        GameTitle: {
            /** Name */
            name: string;
            title: components["schemas"]["Words"];
        };
        /**
         * Grid
         * @description A board of cells. Cell number = (layer * rows + row) * columns + column; row 0 is at the top, column 0 left.
         */
        Grid: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "grid";
            /** Rows */
            rows: number;
            /** Columns */
            columns: number;
            /** Layers */
            layers: number;
            /**
             * Cells
             * @description For each cell: "" empty, "#" no cell (blocked), else a key of `pieces`.
             */
            cells: string[];
            /** Pieces */
            pieces: {
                [key: string]: components["schemas"]["Piece"];
            };
            /**
             * Look
             * @description squares: ruled; checker: a chess board; points: stones on the crossings of lines; slots: an upright rack.
             * @enum {string}
             */
            look: "squares" | "checker" | "points" | "slots";
            /** Row Names */
            row_names: string[];
            /** Column Names */
            column_names: string[];
            /** Layer Names */
            layer_names: string[];
            /**
             * Last
             * @description Cells of the last move (chess: origin and target).
             */
            last: number[];
            /**
             * Won
             * @description Cells of the winning line.
             */
            won: number[];
            /**
             * Danger
             * @description Cells with a warning: a king in check, the point of a ko.
             */
            danger: number[];
            /**
             * Stars
             * @description Points that are drawn as dots on an empty Go board.
             */
            stars: number[];
            /**
             * Area
             * @description For each cell: the seat that owns it at the end; empty: cells have no owners in this game.
             */
            area: (number | null)[];
            /** Counters */
            counters: components["schemas"]["Counter"][];
            /** @description How the match ended, in the game's own words. The other views have the same field. */
            end: components["schemas"]["Words"] | null;
        };
        /**
         * GuessedCard
         * @description A card that lies face down for the seat in some of the guesses, or in truth.
         */
        GuessedCard: {
            name: components["schemas"]["Words"];
            /**
             * Count
             * @description The number of guesses in which the card is in the zone.
             */
            count: number;
            /**
             * Held
             * @description Whether the card is really in the zone.
             */
            held: boolean;
            /**
             * Change
             * @description Its share of the guesses minus its share in the position before; None: chance explains the difference.
             */
            change: number | null;
        };
        /** GuessedPosition */
        GuessedPosition: {
            /**
             * Ply
             * @description The number of moves of the match before the position.
             */
            ply: number;
            /**
             * Searched
             * @description Whether a search from this position made the guesses, which is so if the seat is to move.
             */
            searched: boolean;
            /** Guesses */
            guesses: number;
            /** Zones */
            zones: components["schemas"]["GuessedZone"][];
            /**
             * Change
             * @description The largest change of a card's share; 0: no change beyond chance.
             */
            change: number;
        };
        /** GuessedZone */
        GuessedZone: {
            /** Seat */
            seat: number | null;
            label: components["schemas"]["Words"];
            /**
             * Hidden
             * @description The number of cards in the zone that the seat does not see.
             */
            hidden: number;
            /**
             * Cards
             * @description The most frequent card first.
             */
            cards: components["schemas"]["GuessedCard"][];
        };
        /**
         * Guesses
         * @description The guesses of one seat's searches in a match.
         */
        Guesses: {
            /** Match */
            match: string;
            /** Seat */
            seat: number;
            /** Agent */
            agent: string;
            /**
             * State
             * @enum {string}
             */
            state: "running" | "done" | "stopped" | "failed";
            /** Error */
            error: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
            /** Done */
            done: number;
            /**
             * Total
             * @description The number of positions with hidden cards and a seat to move.
             */
            total: number;
            /**
             * Positions
             * @description In the order of the match, up to the last counted position.
             */
            positions: components["schemas"]["GuessedPosition"][];
            /**
             * Most
             * @description The ply of the position with the largest change; None: no change beyond chance.
             */
            most: number | null;
        };
        /**
         * GuessesChanged
         * @description The progress of counting a seat's guesses; the guesses have their own address.
         */
        GuessesChanged: {
            /**
             * Type
             * @default guesses
             * @constant
             */
            type: "guesses";
            /** Seat */
            seat: number;
            /**
             * State
             * @enum {string}
             */
            state: "running" | "done" | "stopped" | "failed";
            /** Done */
            done: number;
            /** Total */
            total: number;
        };
        /**
         * GuestView
         * @description A viewer who came by a link.
         */
        GuestView: {
            /**
             * Seat
             * @description The guest's seat; None: a spectator.
             */
            seat: number | null;
        };
        /** Hello */
        Hello: {
            /**
             * Type
             * @default hello
             * @constant
             */
            type: "hello";
            /**
             * Protocol
             * @default 1
             */
            protocol: number;
            /** Version */
            version: string;
        };
        /** Hint */
        Hint: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "hint";
            /**
             * Agent
             * @default null
             */
            agent?: string | null;
            /**
             * Seconds
             * @default 1
             */
            seconds?: number;
        };
        /** HintGiven */
        HintGiven: {
            /**
             * Type
             * @default hint
             * @constant
             */
            type: "hint";
            /** Ply */
            ply: number;
            analysis: components["schemas"]["Analysis"];
        };
        /** Import */
        Import: {
            /**
             * Game
             * @description None: guessed from the content; so is the format.
             * @default null
             */
            game?: string | null;
            /**
             * Format
             * @default null
             */
            format?: ("json" | "fen" | "pgn" | "sgf") | null;
            /** Content */
            content: string;
            /**
             * Options
             * @description Further options, besides those in the content.
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null;
            };
        };
        /**
         * Invitation
         * @description The links of a match.
         */
        Invitation: {
            /**
             * Reachable
             * @description Whether other machines can reach this server. If not, it listens on this machine only.
             */
            reachable: boolean;
            /**
             * Links
             * @description The links of the guests' seats, then the link for spectators.
             */
            links: components["schemas"]["SeatLink"][];
        };
        /** Join */
        Join: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "join";
            /** Match */
            match: string;
            /**
             * Seat
             * @description The seat whose view is shown. auto: everything, if allowed, else a person's seat, the one to move if there are
             *     several; all: everything, refused if not allowed.
             * @default auto
             */
            seat?: number | ("auto" | "all");
            /**
             * Last
             * @default null
             */
            last?: number | null;
        };
        /**
         * KeepLine
         * @description Keep a variation beside the match.
         */
        KeepLine: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "keep_line";
            /** Ply */
            ply: number;
            /** Line */
            line: number[];
        };
        /**
         * KeptLine
         * @description A variation that a person tried and kept.
         */
        KeptLine: {
            /**
             * Ply
             * @description The number of moves of the match before the variation.
             */
            ply: number;
            /** Steps */
            steps: components["schemas"]["LineStep"][];
        };
        /** Leave */
        Leave: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "leave";
        };
        /** LessonInfo */
        LessonInfo: {
            /**
             * Name
             * @description One of minimax, alphabeta, uct, uct_players, bandits, monte_carlo, network.
             */
            name: string;
            /** Title */
            title: components["schemas"]["Sentence"] | components["schemas"]["Words"];
            /** Algorithm */
            algorithm: string | null;
            /**
             * Games
             * @description The games whose trace is short enough: lecture_tree, tic_tac_toe, ...
             */
            games: string[];
            /** Sliders */
            sliders: components["schemas"]["Slider"][];
        };
        /** LessonTrace */
        LessonTrace: {
            /** Lesson */
            lesson: string;
            /** Algorithm */
            algorithm: string;
            /** Game */
            game: string;
            /**
             * Whole
             * @description Whether the trace has all steps of the search.
             */
            whole: boolean;
            /**
             * Complete Tree
             * @description Whether `nodes` is the game's whole tree below the position.
             */
            complete_tree: boolean;
            root: components["schemas"]["Position"];
            /** Nodes */
            nodes: components["schemas"]["TraceNode"][];
            /** Steps */
            steps: components["schemas"]["TraceStep"][];
            /**
             * Result
             * @description The result of the search in words.
             */
            result: components["schemas"]["Sentence"] | components["schemas"]["Words"];
            /** Move */
            move: number;
            /** Move Text */
            move_text: string;
            /** Values */
            values: number[];
            /**
             * Leaves
             * @description The nodes where a match ends.
             */
            leaves: number[];
            /**
             * Unvisited Leaves
             * @description The answer to the question: which leaves are never visited?
             */
            unvisited_leaves: number[];
            /** Cuts */
            cuts: number;
            /**
             * Views
             * @description The position of each of the first 200 nodes, by the node's number.
             */
            views: {
                [key: string]: components["schemas"]["Grid"] | components["schemas"]["Cards"] | components["schemas"]["Text"];
            };
        };
        /**
         * Level
         * @description A named opponent, with its measured strength.
         */
        Level: {
            /**
             * Name
             * @description Its key in `NewSeat.level`: beginner, easy, medium, hard, strongest.
             */
            name: string;
            /** Label */
            label: components["schemas"]["Sentence"] | components["schemas"]["Words"];
            /**
             * Agent
             * @description The spelling of its agent.
             */
            agent: string;
            /**
             * Plays
             * @description How it plays, in a sentence.
             */
            plays: components["schemas"]["Sentence"] | components["schemas"]["Words"];
            /**
             * Rating
             * @description Elo above the weakest level of this game, measured by the arena; None: not measured.
             */
            rating: number | null;
            /**
             * Error
             * @description Half of the 95 % interval of `rating`.
             */
            error: number | null;
        };
        /** LineRequest */
        LineRequest: {
            /** Ply */
            ply: number;
            /** Line */
            line: number[];
            /**
             * Seat
             * @default null
             */
            seat?: number | null;
        };
        /** LineStep */
        LineStep: {
            /** Seat */
            seat: number | null;
            /** Move */
            move: number;
            /** Text */
            text: string;
            /**
             * @description The text as pages show it; None: pages show `text`.
             * @default null
             */
            words: components["schemas"]["Words"] | null;
            /**
             * Places
             * @description The touch points, as in Move.
             */
            places: string[];
        };
        /**
         * MakeOffer
         * @description Ask the other players to take this page's last move back, or offer them a draw.
         */
        MakeOffer: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "offer";
            /**
             * What
             * @enum {string}
             */
            what: "undo" | "draw";
        };
        /**
         * MatchChoices
         * @description A list of matches in numbers, and the games and opponents of all matches.
         */
        MatchChoices: {
            /**
             * Count
             * @description The number of matches of the list.
             */
            count: number;
            /** Games */
            games: components["schemas"]["GameTitle"][];
            /**
             * Opponents
             * @description Agents, guests, and the names in imported records.
             */
            opponents: (components["schemas"]["Sentence"] | components["schemas"]["Words"])[];
        };
        /** MatchMove */
        MatchMove: {
            /**
             * Number
             * @description 1 for the first; the position before it has ply number - 1.
             */
            number: number;
            /**
             * Seat
             * @description The seat that made the move; None: chance.
             */
            seat: number | null;
            /**
             * Move
             * @description None: hidden from this viewer.
             */
            move: number | null;
            /** Text */
            text: string | null;
            /**
             * @description The text as pages show it; None: pages show `text`.
             * @default null
             */
            words: components["schemas"]["Words"] | null;
            /**
             * Told
             * @description What happened, in sentences, as the viewer sees it; empty if `text` says everything.
             */
            told: (components["schemas"]["Sentence"] | components["schemas"]["Words"])[];
            /** Seconds */
            seconds: number | null;
            /**
             * By
             * @description The label of the player that made the move.
             */
            by: string | null;
            /**
             * Notes
             * @description For an imported match: signs such as !?, comments and variations.
             * @default []
             */
            notes: string[];
        };
        /**
         * MatchSnapshot
         * @description All that a page shows of a match.
         */
        MatchSnapshot: {
            /** Id */
            id: string;
            /**
             * N
             * @description The number of the last event that the snapshot includes.
             */
            n: number;
            game: components["schemas"]["GameInfo"];
            /** Options */
            options: {
                [key: string]: unknown;
            };
            /** Seats */
            seats: components["schemas"]["SeatInfo"][];
            /** Moves */
            moves: components["schemas"]["MatchMove"][];
            position: components["schemas"]["Position"];
            /** Values */
            values: components["schemas"]["PlyValue"][];
            /**
             * Analyses
             * @description The analyses of the last position, running or stored, at most one for each slot.
             */
            analyses: components["schemas"]["Analysis"][];
            review: components["schemas"]["Review"] | null;
            /**
             * Seat
             * @description The seat whose view this is; None: everything is shown; -1: what everybody sees is shown.
             */
            seat: number | null;
            /**
             * Seats Open
             * @description The views that the page may choose: persons' seats if information is hidden; otherwise all seats, and None.
             */
            seats_open: (number | null)[];
            /**
             * Status
             * @enum {string}
             */
            status: "your_move" | "waiting" | "thinking" | "paused" | "over" | "failed";
            /**
             * Waiting For
             * @description The seat that is to move.
             */
            waiting_for: number | null;
            /**
             * Error
             * @description Why an agent failed, if one did; then take its seat over, or undo.
             */
            error: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
            /** Resigned */
            resigned: number | null;
            /**
             * From Match
             * @description The match that this one was branched from.
             */
            from_match: string | null;
            /** Paused */
            paused: boolean;
            /**
             * Tags
             * @description For an imported match: White, Event, ...
             */
            tags: {
                [key: string]: string;
            };
            /**
             * Notes
             * @description Notes before the first move.
             */
            notes: string[];
            /** Imported */
            imported: boolean;
            /**
             * Variations
             * @description Sorted by ply, then in the order in which they were kept.
             */
            variations: components["schemas"]["KeptLine"][];
            /** @description The viewer, if it is a guest. */
            guest: components["schemas"]["GuestView"] | null;
            /**
             * Awaiting
             * @description Whether the clocks are stopped because a guest has not come yet.
             */
            awaiting: boolean;
            /**
             * Spectators
             * @description The number of pages that view the match by the link for spectators.
             */
            spectators: number;
            offer: components["schemas"]["Offer"] | null;
            /**
             * Can Draw
             * @description Whether a draw may be offered: the game has draws, and only persons and guests play.
             */
            can_draw: boolean;
        };
        /** MatchSummary */
        MatchSummary: {
            /** Id */
            id: string;
            /** Game */
            game: string;
            title: components["schemas"]["Words"];
            /** Options */
            options: {
                [key: string]: unknown;
            };
            /** Seats */
            seats: components["schemas"]["SeatInfo"][];
            /** Plies */
            plies: number;
            /** Over */
            over: boolean;
            /** Payoffs */
            payoffs: number[] | null;
            /** Ending */
            ending: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
            /**
             * Created
             * @description The time of its creation, in seconds since 1970.
             */
            created: number;
            /** Changed */
            changed: number;
            /**
             * Begun
             * @description Whether a person has made a move, or an agent where no person plays.
             */
            begun: boolean;
            /**
             * View
             * @description The last position, for a small picture.
             */
            view: components["schemas"]["Grid"] | components["schemas"]["Cards"] | components["schemas"]["Text"];
        };
        /**
         * Move
         * @description A legal move.
         */
        Move: {
            /** Move */
            move: number;
            /**
             * Text
             * @description The text of the move, as it is written and may be typed.
             */
            text: string;
            /**
             * Places
             * @description The touch points of the move, in order: "cell:17", "column:3", "card:0.hand.2", "gap:0.2" (on seat 0's board,
             *     left of its third card; there is one more gap than cards), "button:pass", "piece:q" (to choose at the cell before
             *     it: a promotion). Several moves may have the same touch points: the page then asks by their texts. Empty: choose it
             *     from the list.
             */
            places: string[];
            /**
             * @description The text as pages show it; None: pages show `text`. It does not repeat the heading.
             * @default null
             */
            words: components["schemas"]["Words"] | null;
            /**
             * @description The heading of the move in a list.
             * @default null
             */
            group: components["schemas"]["Words"] | null;
            /**
             * @description A sentence about the move for beginners; None: the game has none.
             * @default null
             */
            about: components["schemas"]["Words"] | null;
        };
        /** Moved */
        Moved: {
            /**
             * Type
             * @default moved
             * @constant
             */
            type: "moved";
            /**
             * N
             * @description The number of this event, as in MatchSnapshot.
             */
            n: number;
            move: components["schemas"]["MatchMove"];
            position: components["schemas"]["Position"];
            /**
             * Status
             * @enum {string}
             */
            status: "your_move" | "waiting" | "thinking" | "paused" | "over" | "failed";
            /** Waiting For */
            waiting_for: number | null;
            /** @description The value of the position before the move, found by the agent that played it. */
            value: components["schemas"]["PlyValue"] | null;
            /**
             * Clocks
             * @description Seconds left by seat; None: there is no clock.
             */
            clocks: number[] | null;
        };
        /** NetChild */
        NetChild: {
            /** Move */
            move: number;
            /** Prior */
            prior: number;
            /** Visits */
            visits: number;
            /**
             * Mean
             * @description For the seat to move, 0 to 1. For a move that was never visited: the value that the search assumes.
             */
            mean: number;
        };
        /**
         * NetSearch
         * @description The root of a search by PUCT.
         */
        NetSearch: {
            /** Matches */
            matches: number;
            /** Visits */
            visits: number;
            /** C */
            c: number;
            /**
             * Children
             * @description In the order of the position's legal moves.
             */
            children: components["schemas"]["NetChild"][];
            /** Proven */
            proven: boolean;
        };
        /** NetSearchRequest */
        NetSearchRequest: {
            /**
             * Moves
             * @description The moves that lead to the position.
             * @default []
             */
            moves?: number[];
            /**
             * Matches
             * @description The number of matches of the snapshot that searches.
             */
            matches: number;
            /**
             * Simulations
             * @default 16
             */
            simulations?: number;
        };
        /** NewGame */
        NewGame: {
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null;
            };
        };
        /** NewMatch */
        NewMatch: {
            /** Game */
            game: string;
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null;
            };
            /**
             * Seats
             * @description One for each seat. If there are fewer, persons play the other seats.
             * @default []
             */
            seats?: components["schemas"]["NewSeat"][];
            /**
             * Seed
             * @default null
             */
            seed?: number | null;
            /**
             * Moves
             * @description Moves that are played when the match is created, chance outcomes included.
             * @default []
             */
            moves?: number[];
            /**
             * Clock
             * @description A seat's clock in seconds: the time for all its moves and the increment of a move (300+2); None: no clock.
             * @default null
             */
            clock?: string | null;
        };
        /**
         * NewSeat
         * @description The player of a seat.
         */
        NewSeat: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "person" | "guest" | "level" | "agent" | "engine";
            /**
             * Level
             * @default null
             */
            level?: string | null;
            /**
             * Agent
             * @description For kind agent: a spelling. For kind engine: one of About.engines.
             * @default null
             */
            agent?: string | null;
            /**
             * Name
             * @default null
             */
            name?: string | null;
        };
        /** NewTournament */
        NewTournament: {
            /** Game */
            game: string;
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null;
            };
            /** Agents */
            agents: string[];
            /**
             * Matches
             * @description The number of matches of each pairing.
             * @default 40
             */
            matches?: number;
            /**
             * Seed
             * @default 1
             */
            seed?: number;
            /**
             * Openings
             * @description The number of random plies at the start of a match.
             * @default 0
             */
            openings?: number;
            /**
             * Name
             * @default
             */
            name?: string;
        };
        /**
         * Offer
         * @description A player asks to take a move back, or offers a draw; every other player has to accept.
         */
        Offer: {
            /** Number */
            number: number;
            /**
             * What
             * @enum {string}
             */
            what: "undo" | "draw";
            /**
             * Seat
             * @description The seat that makes the offer.
             */
            seat: number;
            /**
             * Waiting For
             * @description Seats that have not accepted yet.
             */
            waiting_for: number[];
        };
        /**
         * OfferChanged
         * @description An offer was made, was accepted by one of several players, or has ended.
         */
        OfferChanged: {
            /**
             * Type
             * @default offer
             * @constant
             */
            type: "offer";
            offer: components["schemas"]["Offer"] | null;
            /**
             * Declined By
             * @description The seat that declined or withdrew the offer.
             */
            declined_by: number | null;
        };
        /** OpenNode */
        OpenNode: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "open_node";
            /**
             * Slot
             * @default 0
             */
            slot?: number;
            /**
             * Path
             * @default []
             */
            path?: number[];
            /**
             * Limit
             * @default 20
             */
            limit?: number;
        };
        /**
         * Outline
         * @description The most visited nodes of a tree, one in each row, as TreeSketch has them; row 0 is the root.
         */
        Outline: {
            /** Ply */
            ply: number;
            /**
             * Line
             * @description The moves after those of the match that lead to the root, as in Analysis.
             */
            line: number[];
            /**
             * Seat
             * @description The seat to move at the root; values are for this seat.
             */
            seat: number;
            /**
             * Work
             * @description The units of work after which the outline was made.
             */
            work: number;
            /**
             * Depth
             * @description The depth that alpha-beta has completed; 0 if it solves the position instead. None for other searches.
             */
            depth: number | null;
            /**
             * Best
             * @description The move that the search would play now.
             */
            best: number;
            /** @description None for searches other than alpha-beta. */
            sought: components["schemas"]["Sought"] | null;
            /**
             * Parents
             * @description The row of the parent; -1 for the root. A parent comes before its children.
             */
            parents: number[];
            /** Moves */
            moves: number[];
            /**
             * Movers
             * @description The seat that made the move; -2 for chance.
             */
            movers: number[];
            /** Visits */
            visits: number[];
            /**
             * Values
             * @description In thousandths of the payoff scale.
             */
            values: number[];
            /**
             * Proven
             * @description Rows whose values are certain.
             */
            proven: number[];
            /**
             * Bounds
             * @description 0: exact or a mean; 1: at least; 2: at most; 3: cut off; 4: not known yet. Empty: all are 0.
             */
            bounds: number[];
        };
        /** OutlineChanged */
        OutlineChanged: {
            /**
             * Type
             * @default outline
             * @constant
             */
            type: "outline";
            /**
             * Slot
             * @description The slot of the analysis; None: the tree of the agent that thinks.
             */
            slot: number | null;
            outline: components["schemas"]["Outline"];
        };
        /** PairScore */
        PairScore: {
            /** First */
            first: string;
            /** Second */
            second: string;
            /** Matches */
            matches: number;
            /**
             * Score
             * @description The score of the first agent, 0 to 1.
             */
            score: number;
            /** Error */
            error: number | null;
        };
        /** Pause */
        Pause: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "pause";
            /** Paused */
            paused: boolean;
        };
        /** PiRequest */
        PiRequest: {
            /**
             * Stones
             * @default 1000
             */
            stones?: number;
            /**
             * Seed
             * @default 1
             */
            seed?: number;
        };
        /** PiRun */
        PiRun: {
            /**
             * Points
             * @description The first 5000 stones, in the square from 0 to 1.
             */
            points: [
                number,
                number
            ][];
            /** Stones */
            stones: number[];
            /** Estimates */
            estimates: number[];
            /**
             * Errors
             * @description Half of the 95 % interval of each estimate.
             */
            errors: number[];
        };
        /**
         * Piece
         * @description A piece that may stand in a cell of a grid.
         */
        Piece: {
            /** Seat */
            seat: number | null;
            /**
             * Symbol
             * @description One or a few characters for text: X, ♞.
             */
            symbol: string;
            /**
             * Name
             * @description For a screen reader: "white knight".
             */
            name: string | components["schemas"]["Words"];
            /**
             * Shape
             * @description stone: a disc of the seat's colour; mark: X, O, ...; chess: the piece of its symbol; text: the symbol.
             * @default text
             * @enum {string}
             */
            shape: "stone" | "mark" | "chess" | "text";
        };
        /** Ping */
        Ping: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "ping";
        };
        /** Play */
        Play: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "move";
            /**
             * Move
             * @default null
             */
            move?: number | null;
            /**
             * Text
             * @default null
             */
            text?: string | null;
            /**
             * Ply
             * @description The ply for which the move is meant; refused if the match has gone on.
             * @default null
             */
            ply?: number | null;
        };
        /** Player */
        Player: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "person" | "guest" | "level" | "agent" | "engine";
            /** Label */
            label: components["schemas"]["Sentence"] | components["schemas"]["Words"];
            /**
             * Level
             * @default null
             */
            level: string | null;
            /**
             * Agent
             * @default null
             */
            agent: string | null;
        };
        /**
         * PlyValue
         * @description The value of a position, for the graph.
         */
        PlyValue: {
            /** Ply */
            ply: number;
            /** Values */
            values: number[];
            /** Proven */
            proven: boolean;
            /** Agent */
            agent: string;
        };
        /**
         * Position
         * @description A position as a viewer sees it.
         */
        Position: {
            /**
             * Ply
             * @description The number of moves of the match before it, chance outcomes included.
             */
            ply: number;
            /**
             * Line
             * @description The moves after those of the match.
             */
            line: number[];
            /**
             * Steps
             * @description The moves of `line` with their texts.
             */
            steps: components["schemas"]["LineStep"][];
            /**
             * Turn
             * @description The seat to move; None: chance decides, or the match is over.
             */
            turn: number | null;
            /** Chance */
            chance: boolean;
            /** Over */
            over: boolean;
            /** Payoffs */
            payoffs: number[] | null;
            /**
             * Ending
             * @description The result in words.
             */
            ending: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
            /** View */
            view: components["schemas"]["Grid"] | components["schemas"]["Cards"] | components["schemas"]["Text"];
            /**
             * Legal
             * @description The legal moves of the seat to move; empty if the viewer may not know them.
             */
            legal: components["schemas"]["Move"][];
            /**
             * Text
             * @description The position as the game's `show` writes it, for screen readers and copying.
             */
            text: string;
            /**
             * Notation
             * @description FEN, if the game has it.
             * @default null
             */
            notation: string | null;
            /**
             * Key
             * @description A hash of the position as it is seen: equal positions have equal keys.
             */
            key: string;
        };
        /**
         * Presence
         * @description The viewers of a match have changed.
         */
        Presence: {
            /**
             * Type
             * @default presence
             * @constant
             */
            type: "presence";
            /**
             * Present
             * @description By seat, as in SeatInfo.present.
             */
            present: number[];
            /** Spectators */
            spectators: number;
        };
        /**
         * Preview
         * @description What a game is with certain options.
         */
        Preview: {
            /** @description The first one. */
            position: components["schemas"]["Position"];
            /** Seat Names */
            seat_names: string[];
        };
        /**
         * Refusal
         * @description A refused or failed operation.
         */
        Refusal: {
            /**
             * Error
             * @description One sentence in English: what is wrong and what to do.
             */
            error: string;
            /** Code */
            code: string;
            /**
             * Parameters
             * @description With the code: for the sentence in any language, as in Sentence.
             */
            parameters: {
                [key: string]: number | string | components["schemas"]["Words"] | components["schemas"]["Sentence"] | (string | components["schemas"]["Words"] | components["schemas"]["Sentence"])[];
            };
            /**
             * Kind
             * @description refused, not_found, too_large, too_many, forbidden, unauthorised, invalid, conflict, unavailable.
             */
            kind: string;
        };
        /**
         * Renewal
         * @description Replace a link by a new one; the old link is no longer valid.
         */
        Renewal: {
            /**
             * Seat
             * @description None: the link for spectators.
             */
            seat: number | null;
        };
        /** Resign */
        Resign: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "resign";
            /** Seat */
            seat: number;
        };
        /** Review */
        Review: {
            /** Match */
            match: string;
            /** Agent */
            agent: string;
            /**
             * State
             * @enum {string}
             */
            state: "running" | "done" | "stopped" | "failed";
            /** Error */
            error: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
            /**
             * Exact
             * @description Whether all values are proven.
             */
            exact: boolean;
            /**
             * Plies
             * @description The moves of the match when it was reviewed; 0: not known.
             * @default 0
             */
            plies: number;
            /** Done */
            done: number;
            /** Total */
            total: number;
            /**
             * Points
             * @description In the order of the match, as far as it is reviewed. If information is hidden, only the viewer's moves.
             */
            points: components["schemas"]["ReviewPoint"][];
            /**
             * Mistakes
             * @description Plies of inaccuracies, mistakes and blunders, in order.
             */
            mistakes: number[];
        };
        /** ReviewChanged */
        ReviewChanged: {
            /**
             * Type
             * @default review
             * @constant
             */
            type: "review";
            review: components["schemas"]["Review"];
        };
        /**
         * ReviewPoint
         * @description A move of the match, compared with the best move.
         */
        ReviewPoint: {
            /**
             * Ply
             * @description The ply of the position before the move.
             */
            ply: number;
            /** Seat */
            seat: number;
            /** Move */
            move: number;
            /** Text */
            text: string;
            /** @default null */
            words: components["schemas"]["Words"] | null;
            /**
             * Value
             * @description The value after the move that was played, for that seat.
             */
            value: number;
            /** Best */
            best: number;
            /** Best Value */
            best_value: number;
            /**
             * Lost
             * @description best_value - value, at least 0, as a share of the scale of the payoffs.
             */
            lost: number;
            /**
             * Kind
             * @enum {string}
             */
            kind: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            /**
             * Line
             * @description The better line.
             */
            line: components["schemas"]["LineStep"][];
            /**
             * Values
             * @description For each seat: the value before the move, with best play.
             */
            values: number[];
            /** Proven */
            proven: boolean;
            /**
             * Turning
             * @description Whether the match turned here: who was ahead changed, or a won or drawn position was given away.
             */
            turning: boolean;
        };
        /**
         * RulesBlock
         * @description A block of a game's rules page.
         */
        RulesBlock: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "heading" | "text" | "item" | "picture";
            /**
             * Text
             * @description The text of the block; for a picture, its caption.
             */
            text: string;
            /**
             * View
             * @description The position in a picture.
             * @default null
             */
            view: (components["schemas"]["Grid"] | components["schemas"]["Cards"] | components["schemas"]["Text"]) | null;
            /**
             * Marks
             * @description The touch points of each move that is marked in the picture.
             * @default []
             */
            marks: string[][];
            /**
             * Seat
             * @description The seat whose view the picture shows.
             * @default 0
             */
            seat: number;
            /**
             * Turn
             * @description The seat to move in the picture.
             * @default null
             */
            turn: number | null;
            /**
             * Seats
             * @default 2
             */
            seats: number;
        };
        /** RunExam */
        RunExam: {
            /**
             * Matches
             * @description The number of matches that the run had played.
             */
            matches: number;
            /**
             * Elo
             * @description Elo above random play, with a 95 % interval.
             */
            elo: number;
            /** Low */
            low: number;
            /** High */
            high: number;
            /**
             * Scores
             * @description The share of the points, 0 to 1, by opponent.
             */
            scores: {
                [key: string]: number;
            };
            /** Mistakes */
            mistakes: components["schemas"]["RunMistakes"][];
        };
        /** RunMistakes */
        RunMistakes: {
            /**
             * Simulations
             * @description Simulations of each of the network's searches; 1: its policy alone.
             */
            simulations: number;
            /**
             * Wrong
             * @description The number of positions in which it chose a move whose value is not the best.
             */
            wrong: number;
            /** Positions */
            positions: number;
        };
        /** RunMoment */
        RunMoment: {
            /**
             * Seconds
             * @description Seconds of work.
             */
            seconds: number;
            /** Matches */
            matches: number;
            /**
             * Policy Loss
             * @description The loss minus the lowest loss that these targets allow; value_loss likewise.
             */
            policy_loss: number;
            /** Value Loss */
            value_loss: number;
        };
        /** RunReport */
        RunReport: {
            /** Name */
            name: string;
            game: components["schemas"]["Words"];
            /**
             * Network
             * @description The size of the network, channels x blocks: "8x2".
             */
            network: string;
            /**
             * Matches
             * @description The number of matches that it has played.
             */
            matches: number;
            /**
             * Share
             * @description The share of its work that is done, 0 to 1; 1: complete.
             */
            share: number;
            /**
             * Seats
             * @description The names of the game's seats.
             */
            seats: string[];
            /** Positions */
            positions: number;
            /** Seconds */
            seconds: number;
            /** Device */
            device: string;
            /**
             * Simulations
             * @description Simulations for each decision in self-play, at the end of the run.
             */
            simulations: number;
            /** Moments */
            moments: components["schemas"]["RunMoment"][];
            /** Exams */
            exams: components["schemas"]["RunExam"][];
            /**
             * Snapshots
             * @description For each network that the run has kept, the number of matches before it; the last is the present network.
             */
            snapshots: number[];
        };
        /** RunSummary */
        RunSummary: {
            /** Name */
            name: string;
            game: components["schemas"]["Words"];
            /**
             * Network
             * @description The size of the network, channels x blocks: "8x2".
             */
            network: string;
            /**
             * Matches
             * @description The number of matches that it has played.
             */
            matches: number;
            /**
             * Share
             * @description The share of its work that is done, 0 to 1; 1: complete.
             */
            share: number;
        };
        /** SeatInfo */
        SeatInfo: {
            /** Seat */
            seat: number;
            /**
             * Name
             * @description The game's name for the seat: X, White, Player 1.
             */
            name: string;
            player: components["schemas"]["Player"];
            /**
             * Clock
             * @description Seconds left when this was sent, if there is a clock.
             * @default null
             */
            clock: number | null;
            /**
             * Present
             * @description The number of pages that view the match from this seat; for a person's seat, the number of this server's pages.
             * @default 0
             */
            present: number;
        };
        /**
         * SeatLink
         * @description The address that opens a seat for a guest.
         */
        SeatLink: {
            /**
             * Seat
             * @description None: the link for spectators.
             */
            seat: number | null;
            /** Address */
            address: string;
            /**
             * Qr
             * @description The address as a QR code: the path of an SVG drawing whose unit is one module, without its quiet margin.
             */
            qr: string;
            /**
             * Size
             * @description Modules in a row of the QR code.
             */
            size: number;
        };
        /**
         * Sentence
         * @description A sentence from the server. A page shows the text of its own language for the code (web/src/i18n).
         */
        Sentence: {
            /** Code */
            code: string;
            /** Parameters */
            parameters: {
                [key: string]: number | string | components["schemas"]["Words"] | components["schemas"]["Sentence"] | (string | components["schemas"]["Words"] | components["schemas"]["Sentence"])[];
            };
            /**
             * En
             * @description The sentence in English, for clients without these texts.
             */
            en: string;
        };
        /** Slider */
        Slider: {
            /** Name */
            name: string;
            /** Least */
            least: number;
            /** Most */
            most: number;
            /** Step */
            step: number;
            /** Default */
            default: number;
            /** About */
            about: components["schemas"]["Sentence"] | components["schemas"]["Words"];
        };
        /** Snapshot */
        Snapshot: {
            /**
             * Type
             * @default snapshot
             * @constant
             */
            type: "snapshot";
            match: components["schemas"]["MatchSnapshot"];
        };
        /**
         * Sought
         * @description The window that alpha-beta searched last at the root, in thousandths of the scale, for the seat to move.
         */
        Sought: {
            /** Low */
            low: number;
            /** High */
            high: number;
            /**
             * Plies
             * @description Set if low equals high: the search asks whether the value is that high; then the number of plies to the end.
             */
            plies: number | null;
            /**
             * Reached
             * @description Whether the value is at least `high`.
             */
            reached: boolean;
            /**
             * More
             * @description Whether the search asks if the value is higher than `low`, by however little.
             */
            more: boolean;
        };
        /** Standing */
        Standing: {
            /** Agent */
            agent: string;
            /** Matches */
            matches: number;
            /**
             * Score
             * @description The mean payoff, as a share of the payoff scale.
             */
            score: number;
            /**
             * Score Error
             * @description Half of the 95 % interval.
             */
            score_error: number | null;
            /** Elo */
            elo: number | null;
            /** Elo Low */
            elo_low: number | null;
            /** Elo High */
            elo_high: number | null;
            /** Wins */
            wins: number;
            /** Draws */
            draws: number;
            /** Losses */
            losses: number;
            /** Seconds A Move */
            seconds_a_move: number | null;
        };
        /**
         * StartGuesses
         * @description Count the guesses of a seat's search about hidden cards, in each position of the match.
         */
        StartGuesses: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "guesses";
            /** Seat */
            seat: number;
        };
        /** StartReview */
        StartReview: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "review";
            /**
             * Agent
             * @default null
             */
            agent?: string | null;
            /**
             * Seconds
             * @description The time for each position.
             * @default 0.5
             */
            seconds?: number;
        };
        /** Stop */
        Stop: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "stop";
            /**
             * Slot
             * @default 0
             */
            slot?: number;
        };
        /** StopGuesses */
        StopGuesses: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "stop_guesses";
            /** Seat */
            seat: number;
        };
        /** StopReview */
        StopReview: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "stop_review";
        };
        /** TakeOver */
        TakeOver: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "take_over";
            /** Seat */
            seat: number;
            player: components["schemas"]["NewSeat"];
        };
        /**
         * Text
         * @description A position as text, with dice and counters beside it.
         */
        Text: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "text";
            /** Text */
            text: string;
            /** Dice */
            dice: number[];
            /** Counters */
            counters: components["schemas"]["Counter"][];
            end: components["schemas"]["Words"] | null;
        };
        /** Thinking */
        Thinking: {
            /**
             * Type
             * @default thinking
             * @constant
             */
            type: "thinking";
            /**
             * N
             * @description The number of the last event, as in MatchSnapshot: the seat may have moved meanwhile.
             */
            n: number;
            /** Seat */
            seat: number;
            /** Agent */
            agent: string;
            /**
             * Seconds
             * @description Seconds so far.
             */
            seconds: number;
            analysis: components["schemas"]["Analysis"] | null;
        };
        /** Tournament */
        Tournament: {
            summary: components["schemas"]["TournamentSummary"];
            /** Standings */
            standings: components["schemas"]["Standing"][];
            /** Pairs */
            pairs: components["schemas"]["PairScore"][];
            /**
             * History
             * @description (matches done, score by agent), for the plot.
             */
            history: [
                number,
                {
                    [key: string]: number;
                }
            ][];
            /**
             * Report
             * @description The table as the command line prints it.
             */
            report: string;
        };
        /** TournamentChanged */
        TournamentChanged: {
            /**
             * Type
             * @default tournament
             * @constant
             */
            type: "tournament";
            tournament: components["schemas"]["Tournament"];
        };
        /** TournamentMatch */
        TournamentMatch: {
            /** Number */
            number: number;
            /**
             * Agents
             * @description The agents by seat.
             */
            agents: string[];
            /** Payoffs */
            payoffs: number[] | null;
            /** Plies */
            plies: number;
            /** Seconds */
            seconds: number | null;
            /** Fault */
            fault: string | null;
        };
        /** TournamentMatches */
        TournamentMatches: {
            /** Total */
            total: number;
            /** Offset */
            offset: number;
            /** Matches */
            matches: components["schemas"]["TournamentMatch"][];
        };
        /** TournamentSummary */
        TournamentSummary: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Game */
            game: string;
            title: components["schemas"]["Words"];
            /** Agents */
            agents: string[];
            /** Done */
            done: number;
            /** Total */
            total: number;
            /**
             * State
             * @enum {string}
             */
            state: "running" | "stopped" | "done" | "failed";
            /** Error */
            error: components["schemas"]["Sentence"] | components["schemas"]["Words"] | null;
            /** Created */
            created: number;
        };
        /**
         * TraceChild
         * @description A child, as selection compares it.
         */
        TraceChild: {
            /** Node */
            node: number;
            /** Text */
            text: string;
            /** Visits */
            visits: number;
            /** Mean */
            mean: number | null;
            /** Exploration */
            exploration: number;
            /**
             * Bound
             * @description None: never visited, so it is selected first.
             */
            bound: number | null;
            /** Proven */
            proven: boolean;
        };
        /**
         * TraceNode
         * @description A node of the picture.
         */
        TraceNode: {
            /**
             * Id
             * @description The number of the node; 0: the root.
             */
            id: number;
            /** Parent */
            parent: number | null;
            /** Path */
            path: number[];
            /** Move */
            move: number | null;
            /** Text */
            text: string;
            /**
             * @description The text as pages show it; None: pages show `text`.
             * @default null
             */
            words: components["schemas"]["Words"] | null;
            /** Turn */
            turn: number | null;
            /** Over */
            over: boolean;
            /** Payoffs */
            payoffs: number[] | null;
            /**
             * Visited
             * @description Whether the search visited the node. False: it is in the game's tree, but was cut off.
             */
            visited: boolean;
            /**
             * First
             * @description The step at which the node is first visited.
             */
            first: number | null;
        };
        /** TraceRequest */
        TraceRequest: {
            /**
             * Game
             * @default lecture_tree
             */
            game?: string;
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null;
            };
            /**
             * Moves
             * @description The moves that lead to the position; or name a match instead:
             * @default []
             */
            moves?: (number | string)[];
            /**
             * Match
             * @default null
             */
            match?: string | null;
            /**
             * Ply
             * @default null
             */
            ply?: number | null;
            /**
             * Line
             * @default []
             */
            line?: number[];
            /**
             * Depth
             * @default null
             */
            depth?: number | null;
            /**
             * Simulations
             * @default null
             */
            simulations?: number | null;
            /**
             * Settings
             * @description The values of the sliders, by name.
             * @default {}
             */
            settings?: {
                [key: string]: number;
            };
            /**
             * Seed
             * @default 1
             */
            seed?: number;
        };
        /** TraceStep */
        TraceStep: {
            /** Step */
            step: number;
            /**
             * Kind
             * @description enter, leaf, best, again, cut, bound, table, tactics, leave;
             *     begin, select, draw, expand, prune, simulate, backup, prove.
             */
            kind: string;
            /**
             * Words
             * @description The step in one sentence, with the formula and its numbers.
             */
            words: components["schemas"]["Sentence"] | components["schemas"]["Words"];
            /**
             * Node
             * @description The node where the search stands.
             */
            node: number | null;
            /** Ply */
            ply: number;
            /** Seat */
            seat: number | null;
            /** Move */
            move: number | null;
            /** Text */
            text: string | null;
            /**
             * Value
             * @description The value for `seat`.
             */
            value: number | null;
            /** Values */
            values: number[] | null;
            /**
             * Window
             * @description (alpha, beta) for `seat`; None in place of a number: there is no bound.
             */
            window: [
                number | null,
                number | null
            ] | null;
            /**
             * Max Value
             * @description `value` for seat 0 (MAX), as a textbook draws it.
             */
            max_value: number | null;
            /** Max Window */
            max_window: [
                number | null,
                number | null
            ] | null;
            /**
             * Children
             * @description For a selection: every child with its terms.
             */
            children: components["schemas"]["TraceChild"][];
            /**
             * Visits
             * @description For a backup: the visits after it.
             */
            visits: number | null;
            /**
             * Playout
             * @description For a simulation: the moves of the playout.
             */
            playout: components["schemas"]["LineStep"][];
            /**
             * Skipped
             * @description For a cut: the nodes of the picture that are never visited because of it.
             */
            skipped: number[];
        };
        /** TreeChanged */
        TreeChanged: {
            /**
             * Type
             * @default tree
             * @constant
             */
            type: "tree";
            /** Slot */
            slot: number;
            /** Pages */
            pages: components["schemas"]["TreePage"][];
        };
        /** TreeNode */
        TreeNode: {
            /**
             * Path
             * @description Moves from the position that was searched; empty: the root.
             */
            path: number[];
            /** Move */
            move: number | null;
            /** Text */
            text: string;
            /** @default null */
            words: components["schemas"]["Words"] | null;
            /**
             * Seat
             * @description The seat that made the move; None: chance, or the node is the root.
             */
            seat: number | null;
            /**
             * Turn
             * @description The seat to move in this node.
             */
            turn: number | null;
            /** Over */
            over: boolean;
            /** Visits */
            visits: number;
            /**
             * Share
             * @description The share of its parent's visits.
             */
            share: number;
            /** Values */
            values: number[] | null;
            /** Proven */
            proven: boolean;
            /** Plies */
            plies: number | null;
            /** Prior */
            prior: number | null;
            bound: components["schemas"]["Bound"] | null;
            /**
             * Window
             * @description For alpha-beta: the interval that contains the value for the seat that made the move.
             */
            window: [
                number,
                number
            ] | null;
            /**
             * Depth
             * @description The depth to which alpha-beta searched the node.
             */
            depth: number | null;
            /**
             * Children
             * @description The number of its children in the tree.
             */
            children: number;
        };
        /** TreePage */
        TreePage: {
            /** Analysis */
            analysis: string;
            node: components["schemas"]["TreeNode"];
            /** View */
            view: (components["schemas"]["Grid"] | components["schemas"]["Cards"] | components["schemas"]["Text"]) | null;
            /**
             * Children
             * @description The most visited first; for alpha-beta, the best first.
             */
            children: components["schemas"]["TreeNode"][];
            /** Offset */
            offset: number;
            /** Total */
            total: number;
        };
        /** Undo */
        Undo: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "undo";
            /**
             * Plies
             * @description None: back to the last decision of a person.
             * @default null
             */
            plies?: number | null;
        };
        /**
         * Unreadable
         * @description Data of the server that cannot be read and is kept as it is, or a user's game that hangs.
         */
        Unreadable: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "match" | "analysis" | "review" | "tournament" | "game";
            /** Id */
            id: string;
            /** Why */
            why: components["schemas"]["Sentence"] | components["schemas"]["Words"];
        };
        /**
         * Wanted
         * @description The filters of a list of matches; None: any.
         */
        Wanted: {
            /**
             * Game
             * @default null
             */
            game?: string | null;
            /**
             * Result
             * @default null
             */
            result?: ("open" | "over" | "won" | "lost" | "drawn") | null;
            /**
             * Opponent
             * @description The English label of a player.
             * @default null
             */
            opponent?: string | null;
            /**
             * Begun
             * @description Leave out matches in which no person has made a move, or no agent where no person plays.
             * @default false
             */
            begun?: boolean;
        };
        /** Warm */
        Warm: {
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string | (boolean | number | string | (boolean | number | string | null)[] | null)[] | null;
            };
            /**
             * Agents
             * @default []
             */
            agents?: string[];
        };
        /** Watch */
        Watch: {
            /**
             * Id
             * @description A number that the page chooses; the answer repeats it.
             */
            id: number;
            /**
             * Do
             * @constant
             */
            do: "watch";
            /** Tournament */
            tournament: string;
        };
        /**
         * Words
         * @description A text of a game in English, and in Chinese if the game has it.
         */
        Words: {
            /** En */
            en: string;
            /**
             * Zh
             * @default null
             */
            zh: string | null;
        };
        /**
         * Zone
         * @description An area with cards: a hand, a side of the table.
         */
        Zone: {
            /**
             * Seat
             * @description None: the area belongs to the table.
             */
            seat: number | null;
            /**
             * Name
             * @enum {string}
             */
            name: "hand" | "board" | "hero" | "weapon" | "power" | "secrets" | "deck" | "discard" | "table";
            label: components["schemas"]["Words"];
            /**
             * Count
             * @description The number of cards in it; `cards` may be empty if only the number is known.
             */
            count: number;
            /** Cards */
            cards: components["schemas"]["Card"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

type Schemas = components["schemas"];
export type About = Schemas["About"];
export type AgentCheck = Schemas["AgentCheck"];
export type AgentChecked = Schemas["AgentChecked"];
export type AgentInfo = Schemas["AgentInfo"];
export type Analyse = Schemas["Analyse"];
export type Analysis = Schemas["Analysis"];
export type AnalysisChanged = Schemas["AnalysisChanged"];
export type Answer = Schemas["Answer"];
export type BanditCurve = Schemas["BanditCurve"];
export type BanditRequest = Schemas["BanditRequest"];
export type BanditRun = Schemas["BanditRun"];
export type Belief = Schemas["Belief"];
export type Beliefs = Schemas["Beliefs"];
export type BeliefsRequest = Schemas["BeliefsRequest"];
export type Bound = Schemas["Bound"];
export type Branch = Schemas["Branch"];
export type CandidateInfo = Schemas["CandidateInfo"];
export type Card = Schemas["Card"];
export type Cards = Schemas["Cards"];
export type Changed = Schemas["Changed"];
export type CloseNode = Schemas["CloseNode"];
export type Command = Schemas["Command"];
export type CommandDone = Schemas["CommandDone"];
export type CommandRefused = Schemas["CommandRefused"];
export type Compiling = Schemas["Compiling"];
export type CompilingChanged = Schemas["CompilingChanged"];
export type Counter = Schemas["Counter"];
export type Dismissed = Schemas["Dismissed"];
export type Done = Schemas["Done"];
export type DrawTree = Schemas["DrawTree"];
export type DropLine = Schemas["DropLine"];
export type Exported = Schemas["Exported"];
export type FormField = Schemas["FormField"];
export type GameInfo = Schemas["GameInfo"];
export type GameRules = Schemas["GameRules"];
export type GameTitle = Schemas["GameTitle"];
export type Grid = Schemas["Grid"];
export type GuessedCard = Schemas["GuessedCard"];
export type GuessedPosition = Schemas["GuessedPosition"];
export type GuessedZone = Schemas["GuessedZone"];
export type Guesses = Schemas["Guesses"];
export type GuessesChanged = Schemas["GuessesChanged"];
export type GuestView = Schemas["GuestView"];
export type Hello = Schemas["Hello"];
export type Hint = Schemas["Hint"];
export type HintGiven = Schemas["HintGiven"];
export type Import = Schemas["Import"];
export type Invitation = Schemas["Invitation"];
export type Join = Schemas["Join"];
export type KeepLine = Schemas["KeepLine"];
export type KeptLine = Schemas["KeptLine"];
export type Leave = Schemas["Leave"];
export type LessonInfo = Schemas["LessonInfo"];
export type LessonTrace = Schemas["LessonTrace"];
export type Level = Schemas["Level"];
export type LineRequest = Schemas["LineRequest"];
export type LineStep = Schemas["LineStep"];
export type MakeOffer = Schemas["MakeOffer"];
export type MatchChoices = Schemas["MatchChoices"];
export type MatchMove = Schemas["MatchMove"];
export type MatchSnapshot = Schemas["MatchSnapshot"];
export type MatchSummary = Schemas["MatchSummary"];
export type Move = Schemas["Move"];
export type Moved = Schemas["Moved"];
export type NetChild = Schemas["NetChild"];
export type NetSearch = Schemas["NetSearch"];
export type NetSearchRequest = Schemas["NetSearchRequest"];
export type NewGame = Schemas["NewGame"];
export type NewMatch = Schemas["NewMatch"];
export type NewSeat = Schemas["NewSeat"];
export type NewTournament = Schemas["NewTournament"];
export type Offer = Schemas["Offer"];
export type OfferChanged = Schemas["OfferChanged"];
export type OpenNode = Schemas["OpenNode"];
export type Outline = Schemas["Outline"];
export type OutlineChanged = Schemas["OutlineChanged"];
export type PairScore = Schemas["PairScore"];
export type Pause = Schemas["Pause"];
export type PiRequest = Schemas["PiRequest"];
export type PiRun = Schemas["PiRun"];
export type Piece = Schemas["Piece"];
export type Ping = Schemas["Ping"];
export type Play = Schemas["Play"];
export type Player = Schemas["Player"];
export type PlyValue = Schemas["PlyValue"];
export type Position = Schemas["Position"];
export type Presence = Schemas["Presence"];
export type Preview = Schemas["Preview"];
export type Refusal = Schemas["Refusal"];
export type Renewal = Schemas["Renewal"];
export type Resign = Schemas["Resign"];
export type Review = Schemas["Review"];
export type ReviewChanged = Schemas["ReviewChanged"];
export type ReviewPoint = Schemas["ReviewPoint"];
export type RulesBlock = Schemas["RulesBlock"];
export type RunExam = Schemas["RunExam"];
export type RunMistakes = Schemas["RunMistakes"];
export type RunMoment = Schemas["RunMoment"];
export type RunReport = Schemas["RunReport"];
export type RunSummary = Schemas["RunSummary"];
export type SeatInfo = Schemas["SeatInfo"];
export type SeatLink = Schemas["SeatLink"];
export type Sentence = Schemas["Sentence"];
export type Slider = Schemas["Slider"];
export type Snapshot = Schemas["Snapshot"];
export type Sought = Schemas["Sought"];
export type Standing = Schemas["Standing"];
export type StartGuesses = Schemas["StartGuesses"];
export type StartReview = Schemas["StartReview"];
export type Stop = Schemas["Stop"];
export type StopGuesses = Schemas["StopGuesses"];
export type StopReview = Schemas["StopReview"];
export type TakeOver = Schemas["TakeOver"];
export type Text = Schemas["Text"];
export type Thinking = Schemas["Thinking"];
export type Tournament = Schemas["Tournament"];
export type TournamentChanged = Schemas["TournamentChanged"];
export type TournamentMatch = Schemas["TournamentMatch"];
export type TournamentMatches = Schemas["TournamentMatches"];
export type TournamentSummary = Schemas["TournamentSummary"];
export type TraceChild = Schemas["TraceChild"];
export type TraceNode = Schemas["TraceNode"];
export type TraceRequest = Schemas["TraceRequest"];
export type TraceStep = Schemas["TraceStep"];
export type TreeChanged = Schemas["TreeChanged"];
export type TreeNode = Schemas["TreeNode"];
export type TreePage = Schemas["TreePage"];
export type Undo = Schemas["Undo"];
export type Unreadable = Schemas["Unreadable"];
export type Wanted = Schemas["Wanted"];
export type Warm = Schemas["Warm"];
export type Watch = Schemas["Watch"];
export type Words = Schemas["Words"];
export type Zone = Schemas["Zone"];
