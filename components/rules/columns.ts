export const ruleColumns = {
  rule: { cell: 'max-w-96 font-medium stacked:max-w-none', bar: 'w-56 max-w-full', line: 'h-10' },
  whom: { cell: 'max-w-64 stacked:col-span-2 stacked:col-start-1 stacked:row-start-2 stacked:max-w-none', bar: 'w-32' },
  when: { cell: 'stacked:col-span-2 stacked:col-start-1', bar: 'w-32' },
  last: { cell: 'stacked:col-span-2 stacked:col-start-1 unstacked:whitespace-nowrap' },
  actions: { isEnd: true, isUnnamed: true, cell: 'stacked:col-start-2 stacked:row-start-1', bar: 'size-7' },
}

/** On phones the row has name and menu, and below them one line per further column. */
export const ruleRowClass = 'align-top stacked:grid stacked:grid-cols-[minmax(0,1fr)_auto] stacked:items-start'
