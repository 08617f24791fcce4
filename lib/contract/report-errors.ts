/** Why a custom report could not be made, as the service says it; the panel has words of its own for these. */
export const reportErrors = {
  filterGone: 'The filter was deleted before the report was made',
  tagGone: 'No monitor had the tag any more when the report was made',
  broken: 'The report could not be made; order it again',
} as const
export type ReportErrorName = keyof typeof reportErrors

/** Which of them a text is; undefined for what another service says. */
export const reportErrorIn = (text: string): ReportErrorName | undefined =>
  (['filterGone', 'tagGone', 'broken'] as const).find((name) => reportErrors[name] === text)
