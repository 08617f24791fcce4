import { pluralOf } from '@/lib/domain/format/plural'

import type { Words } from './words-pl'

export const english: Words = {
  file: 'certificate',
  title: 'Certificate of monitoring',
  unnamed: 'Subject without a name',
  ofFilter: 'Subjects named by a filter',
  ofFilterNamed: (name) => `Subjects named by filter “${name}”`,
  none: 'none',
  now: 'time of issue',
  facts: {
    account: 'Account',
    watches: 'Watches',
    filter: (name, id) => `filter “${name}”\n${id}`,
    filterUnnamed: (id) => `filter ${id}`,
    unknown: 'not on record',
    label: 'Label',
    tags: 'Tags',
    from: 'Monitor exists since',
    until: 'End',
    stillThere: 'none, the monitor is active',
    events: 'Events',
    range: 'First and last',
    number: 'Monitor number',
    issued: 'Issued',
    issuedBy: (at, who) => `${at} (Warsaw time), ${who}`,
  },
  statement: {
    watches: (account, from, now) =>
      `The panel certifies that account “${account}” has watched this subject with this monitor from ${from} to the time of issue, ${now}.`,
    watchesSinceUnknown: (account, now) =>
      `The panel certifies that account “${account}” watches this subject with this monitor at the time of issue, ${now}. Since when, the service did not say.`,
    watched: (account, from, until) =>
      `The panel certifies that account “${account}” watched this subject with this monitor from ${from} to ${until}. Then the monitor was deleted: since that time it watches nobody.`,
    existsBy: (account, from) =>
      `The panel certifies that the monitor of account “${account}” has existed since ${from}. Whom it watched by its filter, and when, is said by the periods and identifiers below.`,
    existsBySinceUnknown: (account) =>
      `The panel certifies that the monitor of account “${account}” exists at the time of issue. The service did not say since when it exists, so the panel certifies no periods.`,
    existedBy: (account, from, until) =>
      `The panel certifies that the monitor of account “${account}” existed from ${from} to ${until}. Whom it watched by its filter, and when, is said by the periods and identifiers below.`,
    deletedSinceUnknown: (until) =>
      `The monitor was deleted on ${until}: since that time it watches nobody. The record does not say since when it existed, so the panel certifies no period of watching.`,
    unknown:
      'The service does not have the monitor at the time of issue. The record does not say when it was deleted, so the panel certifies no period of watching.',
    nowWatching: (count) => `Identifiers watched at the time of issue: ${count}.`,
    nowEmpty: (from) => `At the time of issue it watches nobody: the filter has been empty since ${from}.`,
    nowDeleted: (from) =>
      `At the time of issue it watches nobody: the filter was deleted on ${from}. Since that time the monitor raises no events.`,
    nowGone: (from) =>
      `At the time of issue it watches nobody: there is no filter, since ${from} at the latest. Since that time the monitor raises no events.`,
    nowUnknown: 'What the filter holds at the time of issue, the panel does not know.',
    never: 'In no period that the record speaks of did it watch anybody.',
    recordedSince: (at) =>
      `The record of the filter’s content begins on ${at}. What it held before, the panel does not certify.`,
    seenSince: (at) => `The panel first read this filter on ${at}. What it held before, the panel does not certify.`,
    gap: (from, until) =>
      `Gap: from ${from} to ${until} the service did not receive the registers’ publications, and there are no events of that time.`,
    count: (value, shown) => pluralOf('en', { one: `${shown} event`, other: `${shown} events` }, value),
    events: (asOf, count) =>
      `The account’s copy of events, last brought in line with the service on ${asOf}, has ${count} of this monitor.`,
    eventsKeptFrom: (from) =>
      `Events from before ${from} were deleted, as the account keeps events for a limited time. That there were none is not certified.`,
    changesKeptFrom: (from) =>
      `Entries of the audit log from before ${from} were deleted, as the account keeps them for a limited time. Changes and a deletion of before are not known here.`,
    eventsUnread: (count) =>
      `The account’s copy of events has not been brought in line with the service yet. It has ${count} of this monitor.`,
  },
  behind: (asOf) =>
    `Note: at the time of issue the copy of events was not fully in line with the service (last reading: ${asOf}). Newer events may be missing here.`,
  neverRead: 'never',
  periods: {
    title: 'Periods',
    columns: ['From', 'To', 'State'],
    subject: 'watches the subject',
    watching: (count) => `watches identifiers of the filter: ${count}`,
    seen: (count) => `identifiers read in the filter: ${count}`,
    empty: 'gap: the filter is empty, watches nobody',
    deleted: 'there is no filter, watches nobody',
    unrecorded: 'no record: what the filter held is not known',
    unseen: 'no reading: what the filter held is not known',
    gap: 'gap: the service did not receive the registers’ publications',
  },
  versions: {
    title: 'History of the filter',
    columns: ['When', 'What', 'Content after the change'],
    created: (name) => `filter “${name}” created`,
    changed: (added, removed) => `changed: ${added} added, ${removed} removed`,
    renamed: (name) => `new name: “${name}”`,
    by: (who) => (who === undefined ? 'by: not on record' : `by: ${who}`),
    deleted: 'filter deleted',
    recorded: (name) => `the record begins, filter “${name}” was there already`,
    gone: 'the record begins, the filter was gone already',
    attached: (name) => `monitor attached to filter “${name}”, from then on it watches what that one holds`,
    seen: (name) => `filter “${name}” read`,
    seenUntil: (at) => `unchanged up to the reading of ${at}`,
    changedAt: (at) => `changed on ${at} by the service’s word`,
    missing: 'the service does not have the filter',
    content: (count, sha256) => `identifiers: ${count}\nSHA-256 ${sha256}`,
    nothing: 'none',
  },
  groups: {
    title: 'Identifiers and when they were watched',
    seenTitle: 'Identifiers and when they were read in the filter',
    lists: {
      krs: 'KRS',
      nip: 'NIP',
      regon: 'REGON',
      pesel: 'PESEL',
      krz_signature: 'KRZ signatures',
      msig_signature: 'MSiG signatures',
      name: 'Names',
      subject_id: 'Subject IDs',
    },
  },
  announcement: {
    number: (number) => `no. ${number}`,
    signature: (signature) => `case ${signature}`,
    of: (day) => `of ${day}`,
    known: (id) => `id ${id}`,
  },
  events: { title: 'Events', columns: ['When', 'Source', 'What happened'] },
  changes: {
    title: 'Changes made in the panel',
    columns: ['When', 'Who', 'What'],
    added: 'added',
    removed: 'removed',
    undone: (at, who) => `undone ${at}, ${who}`,
    actions: {
      'monitors.create': 'monitor added',
      'monitors.bulkCreate': 'monitor added',
      'monitors.update': 'label changed',
      'monitors.bulkTag': 'tags changed',
      'bulkTags.change': 'tags of many monitors changed',
      'bulkTags.undo': 'change of many monitors’ tags undone',
      'monitors.attach': 'attached to another filter',
      'monitors.delete': 'monitor deleted',
      'coverage.certificate': 'certificate issued',
      'personal.reveal': 'number revealed',
      'retention.renew': 'purpose confirmed',
      'imports.added': 'added by import',
      'imports.tagged': 'tags added by import',
      'imports.untagged': 'tags taken off by import',
      'imports.removed': 'deleted by import',
    },
    other: 'another action',
    ofFile: (name) => `of file ${name}`,
    pasted: 'of a pasted list',
  },
  limits: {
    title: 'Limits of this certificate',
    embedded:
      'An event is raised when an announcement in a source of the service names an identifier that is watched at that time. A used-up pool, the spend cap and an inactive subscription do not hold this up: the panel reads such events later.',
    remote:
      'The service runs outside this panel and keeps no record for it. The panel certifies what it read from the service and what it changed there itself. Whether the service raised events at every moment, it does not know.',
    remoteFilter:
      'The panel reads the filter’s content every hour, with each change made in the panel, and when a certificate is issued. A change that was taken back between two readings may have gone unnoticed.',
    since: (at) => `Gaps in receiving publications are recorded since ${at}. Of earlier ones the record says nothing.`,
    persons:
      'PESEL numbers are replaced by a mask and a hash (after the # sign): the same number always has the same hash in this account, and nobody finds the number from it without the key of this installation.',
    state: 'Name of the subject, label and tags: as of the time of issue.',
    stateDeleted:
      'Name of the subject, label and tags: as of the deletion of the monitor, as far as they are on record.',
    changes: 'Changes of label and tags that were made outside the panel (with an API key) are not listed here.',
    changesCut: (max) => `The newest changes are listed, at most ${max}.`,
  },
  footer: (at, who) => `Issued ${at} by ${who}. The SHA-256 hash of this file is in the account’s audit log.`,
}
