/** The columns of the list of keys; their names are in the messages `keys.columns`. */
export const keyColumns = {
  name: { isTitle: true, bar: 'w-40' },
  key: { bar: 'w-28' },
  state: {},
  created: { isHiddenOnTablet: true, isNamedOnPhone: true, cell: 'text-muted' },
  lastUsed: { isNamedOnPhone: true, cell: 'text-muted' },
  actions: { isEnd: true, isUnnamed: true, bar: 'w-32', line: 'h-7' },
}
