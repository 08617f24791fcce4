import { type Expression, sql, type SqlBool } from 'kysely'

import { searchWords } from '@/lib/domain/fold'

/** A pattern for texts that contain `text` literally; use it with `escape '\'`. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export const contains = (column: Expression<string>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} like ${containing(text)} escape '\\'`

/** All words of `text` must occur anywhere in the folded column. */
export const containsWords = (column: Expression<string>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    searchWords(text).map((word) => contains(column, word)),
    sql` and `,
  )})`
