import type { Evidence } from './evidence'
import type { CertificateFormat } from './rows'
import type { Stretch } from './timeline'

/** The certified statement, sentence by sentence. `stretches` is set for a monitor of a filter. */
export function makeStatement(
  evidence: Evidence,
  stretches: readonly Stretch[] | undefined,
  format: CertificateFormat,
): readonly string[] {
  const sentences = stretches === undefined ? ofSubject(evidence, format) : ofFilter(evidence, stretches, format)
  return [...sentences, ...gapsOf(evidence, format), eventsOf(evidence, format), ...retentionNotesOf(evidence, format)]
}

function ofSubject({ life, account, issuedAt }: Evidence, { words, say, at }: CertificateFormat): string[] {
  const { statement } = words
  const { from, until } = life
  if (until.is === 'unknown') return [statement.unknown]
  if (until.is === 'deleted') {
    return [
      from === null
        ? say('statement.deletedSinceUnknown', { until: at(until.at) })
        : say('statement.watched', { account, from: at(from), until: at(until.at) }),
    ]
  }
  const now = at(issuedAt)
  return [
    from === null
      ? say('statement.watchesSinceUnknown', { account, now })
      : say('statement.watches', { account, from: at(from), now }),
  ]
}

function ofFilter(evidence: Evidence, stretches: readonly Stretch[], format: CertificateFormat): string[] {
  const { words, say, at } = format
  const { statement } = words
  const { from, until } = evidence.life
  if (until.is === 'unknown') return [statement.unknown]
  if (until.is === 'deleted' && from === null) return [say('statement.deletedSinceUnknown', { until: at(until.at) })]
  if (from === null) return [say('statement.existsBySinceUnknown', { account: evidence.account })]
  const exists =
    until.is === 'deleted'
      ? say('statement.existedBy', { account: evidence.account, from: at(from), until: at(until.at) })
      : say('statement.existsBy', { account: evidence.account, from: at(from) })
  return [
    exists,
    ...(until.is === 'open' ? [nowOf(stretches, format)] : []),
    ...(stretches.some(({ state }) => state === 'watching') ? [] : [statement.never]),
    ...beginningOf(evidence, stretches, format),
  ]
}

/** State at the end of the certificate. */
function nowOf(stretches: readonly Stretch[], { words, say, at, count }: CertificateFormat): string {
  const { statement } = words
  const last = stretches.at(-1)
  const version = last?.version
  // Before the record and between two readings the current version is unknown.
  if (version === undefined || last?.state === 'unseen') return statement.nowUnknown
  if (last?.state === 'watching') return say('statement.nowWatching', { count: count(version.item_count) })
  if (last?.state === 'empty') return say('statement.nowEmpty', { from: at(version.at) })
  return version.kind === 'deleted'
    ? say('statement.nowDeleted', { from: at(version.at) })
    : say('statement.nowGone', { from: at(version.at) })
}

/** Present if the record starts later than the monitor. */
function beginningOf({ versions }: Evidence, stretches: readonly Stretch[], { say, at }: CertificateFormat): string[] {
  const [first] = versions
  if (first === undefined || stretches[0]?.state !== 'unrecorded') return []
  return [say(first.witness === 'panel' ? 'statement.seenSince' : 'statement.recordedSince', { at: at(first.at) })]
}

const gapsOf = ({ gaps }: Evidence, { say, at }: CertificateFormat): string[] =>
  gaps.map(({ from_at: from, until_at: until }) => say('statement.gap', { from: at(from), to: at(until) }))

/** States that older data was deleted, so that its absence is not taken for evidence. */
function retentionNotesOf({ retained, life }: Evidence, { say, at }: CertificateFormat): string[] {
  const isOlder = (from: string | null): from is string => from !== null && (life.from === null || life.from < from)
  return [
    ...(isOlder(retained.events_from) ? [say('statement.eventsKeptFrom', { from: at(retained.events_from) })] : []),
    ...(isOlder(retained.audit_from) ? [say('statement.changesKeptFrom', { from: at(retained.audit_from) })] : []),
  ]
}

function eventsOf({ events, reading }: Evidence, { say, at, count }: CertificateFormat): string {
  const countText = say('statement.count', { countNumber: events.length, count: count(events.length) })
  return reading.as_of === null
    ? say('statement.eventsUnread', { what: countText })
    : say('statement.events', { asOf: at(reading.as_of), what: countText })
}
