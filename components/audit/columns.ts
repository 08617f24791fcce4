/** The keys are also message keys of `audit.columns`. */
export const auditColumns = {
  at: { head: 'w-38', cell: 'align-top whitespace-nowrap text-muted tabular stacked:order-2', bar: 'w-28' },
  actor: { head: 'w-44', cell: 'align-top stacked:order-3', bar: 'w-24' },
  action: { isTitle: true, cell: 'align-top stacked:order-1 stacked:basis-4/5', bar: 'w-32' },
  target: { cell: 'align-top stacked:order-5 stacked:basis-full', bar: 'w-24' },
  changes: {
    isHiddenOnTablet: true,
    head: 'w-1/4',
    cell: 'align-top text-sm stacked:order-6 stacked:basis-full',
    bar: 'w-40',
  },
  address: { head: 'w-32 max-xl:hidden', cell: 'truncate align-top text-muted tabular max-xl:hidden', bar: 'w-24' },
  details: {
    isEnd: true,
    isUnnamed: true,
    head: 'w-14',
    cell: 'align-top stacked:order-4',
    bar: 'size-7',
    line: 'h-7',
  },
}
