import type { Evidence } from './evidence'
import type { Speech } from './rows'
import type { Stretch } from './timeline'

/** What is certified, sentence by sentence. `stretches`: of a monitor that works by a filter. */
export function makeStatement(
  evidence: Evidence,
  stretches: readonly Stretch[] | undefined,
  speech: Speech,
): readonly string[] {
  const said = stretches === undefined ? ofSubject(evidence, speech) : ofFilter(evidence, stretches, speech)
  return [...said, ...gapsOf(evidence, speech), eventsOf(evidence, speech), ...keptOf(evidence, speech)]
}

function ofSubject({ life, account, issuedAt }: Evidence, { words, at }: Speech): string[] {
  const { statement } = words
  const { from, until } = life
  if (until.is === 'unknown') return [statement.unknown]
  if (until.is === 'deleted') {
    return [
      from === null ? statement.deletedSinceUnknown(at(until.at)) : statement.watched(account, at(from), at(until.at)),
    ]
  }
  const now = at(issuedAt)
  return [from === null ? statement.watchesSinceUnknown(account, now) : statement.watches(account, at(from), now)]
}

function ofFilter(evidence: Evidence, stretches: readonly Stretch[], speech: Speech): string[] {
  const { words, at } = speech
  const { statement } = words
  const { from, until } = evidence.life
  if (until.is === 'unknown') return [statement.unknown]
  if (until.is === 'deleted' && from === null) return [statement.deletedSinceUnknown(at(until.at))]
  if (from === null) return [statement.existsBySinceUnknown(evidence.account)]
  const exists =
    until.is === 'deleted'
      ? statement.existedBy(evidence.account, at(from), at(until.at))
      : statement.existsBy(evidence.account, at(from))
  return [
    exists,
    ...(until.is === 'open' ? [nowOf(stretches, speech)] : []),
    ...(stretches.some(({ state }) => state === 'watching') ? [] : [statement.never]),
    ...beginningOf(evidence, stretches, speech),
  ]
}

/** The state that the certificate ends with. */
function nowOf(stretches: readonly Stretch[], { words, at, count }: Speech): string {
  const { statement } = words
  const last = stretches.at(-1)
  const version = last?.version
  // Before the record and between two readings there is no version that holds.
  if (version === undefined || last?.state === 'unseen') return statement.nowUnknown
  if (last?.state === 'watching') return statement.nowWatching(count(version.item_count))
  if (last?.state === 'empty') return statement.nowEmpty(at(version.at))
  return version.kind === 'deleted' ? statement.nowDeleted(at(version.at)) : statement.nowGone(at(version.at))
}

/** Where the record begins after the monitor. */
function beginningOf({ versions }: Evidence, stretches: readonly Stretch[], { words, at }: Speech): string[] {
  const [first] = versions
  if (first === undefined || stretches[0]?.state !== 'unrecorded') return []
  const { recordedSince, seenSince } = words.statement
  return [first.witness === 'panel' ? seenSince(at(first.at)) : recordedSince(at(first.at))]
}

const gapsOf = ({ gaps }: Evidence, { words, at }: Speech): string[] =>
  gaps.map(({ from_at: from, until_at: until }) => words.statement.gap(at(from), at(until)))

/** What was deleted is not said to be absent. */
function keptOf({ kept, life }: Evidence, { words, at }: Speech): string[] {
  const { statement } = words
  const isOlder = (from: string | null): from is string => from !== null && (life.from === null || life.from < from)
  return [
    ...(isOlder(kept.events_from) ? [statement.eventsKeptFrom(at(kept.events_from))] : []),
    ...(isOlder(kept.audit_from) ? [statement.changesKeptFrom(at(kept.audit_from))] : []),
  ]
}

function eventsOf({ events, reading }: Evidence, { words, at, count }: Speech): string {
  const { statement } = words
  const said = statement.count(events.length, count(events.length))
  return reading.as_of === null ? statement.eventsUnread(said) : statement.events(at(reading.as_of), said)
}
