/** The service's reasons why a custom report failed; the panel has translations for these. */
export const reportErrors = {
  filterGone: 'The filter was deleted before the report was made',
  tagGone: 'No monitor had the tag any more when the report was made',
  broken: 'The report could not be made; order it again',
} as const
export type ReportErrorName = keyof typeof reportErrors

/** The name of a known reason; undefined for texts of another service. */
export const reportErrorIn = (text: string): ReportErrorName | undefined =>
  (['filterGone', 'tagGone', 'broken'] as const).find((name) => reportErrors[name] === text)
