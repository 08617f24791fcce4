export const ruleColumns = {
  rule: { cell: 'max-w-96 font-medium max-sm:max-w-none', bar: 'w-56 max-w-full', line: 'h-10' },
  whom: { cell: 'max-w-64 max-sm:col-span-2 max-sm:col-start-1 max-sm:row-start-2 max-sm:max-w-none', bar: 'w-32' },
  when: { cell: 'max-sm:col-span-2 max-sm:col-start-1', bar: 'w-32' },
  last: { cell: 'max-sm:col-span-2 max-sm:col-start-1 sm:whitespace-nowrap' },
  actions: { isEnd: true, isUnnamed: true, cell: 'max-sm:col-start-2 max-sm:row-start-1', bar: 'size-7' },
}

/** On phones the row has name and menu, and below them one line per further column. */
export const ruleRowClass = 'align-top max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-start'
