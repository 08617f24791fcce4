/** Points; A4 is 595.28 × 841.89. */
export const MARGINS = { top: 48, bottom: 76, left: 54, right: 54 }
export const LABEL_WIDTH = 168
export const GAP = 14

export const INK = '#16202e'
export const QUIET = '#5d6b7e'
export const RULE = '#d5dbe3'
export const SHADE = '#eef1f5'
export const ACCENT = '#1d3f72'
export const WARNING = '#8a3b12'
export const WARNING_SHADE = '#fdf1e7'

export const SAMPLE_NOTICE =
  'Dane przykładowe (syntetyczne). Ten dokument nie jest odpisem urzędowym i nie ma mocy prawnej.'
