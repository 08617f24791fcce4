/** How soon somebody should look at an event, most urgent first. */
export const eventSeverities = ['urgent', 'review', 'rest'] as const
export type EventSeverity = (typeof eventSeverities)[number]

/** What an event is about, gravest first, with its severity unless the account chooses another one. */
const kinds = {
  bankruptcy: 'urgent',
  bankruptcy_petition: 'urgent',
  restructuring: 'urgent',
  liquidation: 'urgent',
  deletion: 'urgent',
  ban: 'urgent',
  enforcement: 'urgent',
  warning: 'urgent',
  vat_removal: 'urgent',
  bankruptcy_end: 'review',
  restructuring_end: 'review',
  liquidation_end: 'review',
  proceedings: 'review',
  account: 'review',
  vat_status: 'review',
  board: 'review',
  shareholders: 'review',
  beneficial_owner: 'review',
  capital: 'review',
  name: 'review',
  seat: 'review',
  merger: 'review',
  decision: 'review',
  other: 'review',
  activity: 'rest',
  articles: 'rest',
  meeting: 'rest',
  statement: 'rest',
  aid: 'rest',
  award: 'rest',
} as const satisfies Readonly<Record<string, EventSeverity>>

export type EventKind = keyof typeof kinds
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(kinds, kind)
/** Gravest first. `other`: nothing in the title says more. */
export const eventKinds: readonly EventKind[] = Object.keys(kinds).filter(isEventKind)

/** The severities that an account chose, by kind. */
export type SeverityChoices = Readonly<Partial<Record<EventKind, EventSeverity>>>

export const severityOfKind = (kind: EventKind, choices: SeverityChoices = {}): EventSeverity =>
  choices[kind] ?? kinds[kind]

export const kindsOfSeverity = (severity: EventSeverity, choices: SeverityChoices = {}): readonly EventKind[] =>
  eventKinds.filter((kind) => severityOfKind(kind, choices) === severity)

/** Orders kinds by severity, then as in `eventKinds`; 0 is the gravest. */
export const rankOfKind = (kind: EventKind, choices: SeverityChoices = {}): number =>
  eventSeverities.indexOf(severityOfKind(kind, choices)) * eventKinds.length + eventKinds.indexOf(kind)
