/** Purposes of downloading files with personal data. `other` is explained in the note. */
export const downloadPurposes = ['contractor', 'claim', 'proceedings', 'duty', 'other'] as const
export const MAX_PURPOSE_NOTE = 200
export const MIN_PURPOSE_NOTE = 3
