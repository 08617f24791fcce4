/** The columns of the list of members; their names are in the messages `members.columns`. */
export const memberColumns = {
  person: { isTitle: true, bar: 'w-48', line: 'h-9.5' },
  role: {},
  seen: { cell: 'text-muted', bar: 'w-24' },
  signIn: { cell: 'text-muted', bar: 'w-24' },
  actions: { isEnd: true, isUnnamed: true, bar: 'size-7' },
}
