/** What files with personal data are taken for. `other` says it in its note. */
export const downloadPurposes = ['contractor', 'claim', 'proceedings', 'duty', 'other'] as const
export const MAX_PURPOSE_NOTE = 200
export const MIN_PURPOSE_NOTE = 3
