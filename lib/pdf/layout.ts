/** Points; A4 is 595.28 × 841.89. */
export const margins = { top: 48, bottom: 76, left: 48, right: 48 } as const

/** The panel's own colours. */
export const palette = {
  ink: '#191a17',
  quiet: '#6a6d66',
  rule: '#e0e0da',
  shade: '#f3f3ef',
  accent: '#14532d',
  warning: '#8a3b12',
  warningShade: '#fdf1e7',
} as const
