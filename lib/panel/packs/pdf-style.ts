/** Points; A4 is 595.28 × 841.89. The colours are the panel's own. */
export const MARGINS = { top: 48, bottom: 72, left: 48, right: 48 }

export const INK = '#191a17'
export const QUIET = '#6a6d66'
export const RULE = '#e0e0da'
export const SHADE = '#f3f3ef'
export const ACCENT = '#14532d'
export const WARNING = '#8a3b12'
export const WARNING_SHADE = '#fdf1e7'
