/** As the open register KRS prints names of persons: only initials remain. */
export const maskName = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.slice(0, 1) + '*'.repeat(Math.max(0, word.length - 1)))
    .join(' ')
