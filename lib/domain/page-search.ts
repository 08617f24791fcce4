/** The query of a page as Next hands it to its component. */
export type PageSearch = Readonly<Record<string, string | readonly string[] | undefined>>

/** The same query in the form that the browser reads it in, so that one function reads both. */
export function toParams(search: PageSearch): URLSearchParams {
  return new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : (value ?? [])).map((each): [string, string] => [name, each]),
    ),
  )
}
