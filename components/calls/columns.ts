/** The keys are also message keys of `calls.columns`. */
export const callColumns = {
  at: { cell: 'text-muted unstacked:whitespace-nowrap', bar: 'w-28' },
  caller: { cell: 'wrap-anywhere', bar: 'w-24' },
  operation: { isTitle: true, bar: 'w-40' },
  status: { cell: 'tabular', bar: 'w-8' },
  reason: { cell: 'unstacked:min-w-56', bar: 'w-56 max-w-full' },
  requestId: { isHiddenOnTablet: true, cell: 'max-w-56', bar: 'w-32' },
}
