import { type Expression, sql, type SqlBool } from 'kysely'

/** The pattern of texts that contain `text` as it stands; to be used with `escape '\'`. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export const contains = (column: Expression<string>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} like ${containing(text)} escape '\\'`
