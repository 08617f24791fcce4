/** The columns of persons due for review; their names are in the messages `personal-data.columns`. */
export const personColumns = {
  select: { isUnnamed: true, head: 'w-10', cell: 'stacked:self-start', bar: 'size-4' },
  person: { cell: 'font-medium stacked:w-4/5', bar: 'w-48', line: 'h-9.5' },
  tags: { bar: 'w-24' },
  created: { isNamedOnPhone: true, cell: 'whitespace-nowrap' },
  renewed: { isNamedOnPhone: true, bar: 'w-28' },
}
