/** What the page asks the panel for before it is sent. */
export const rulesQueries = [['rules.list', {}]] as const
