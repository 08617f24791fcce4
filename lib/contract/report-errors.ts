/** The service's reasons why a custom report failed; the panel has translations for these. */
export const reportErrors = {
  filterGone: 'The filter was deleted before the report was created',
  tagGone: 'No monitor had the tag any more when the report was created',
  broken: 'The report could not be created; order it again',
} as const
export type ReportErrorName = keyof typeof reportErrors

/** The name of a known reason; undefined for texts of another service. */
export const reportErrorIn = (text: string): ReportErrorName | undefined =>
  (['filterGone', 'tagGone', 'broken'] as const).find((name) => reportErrors[name] === text)
