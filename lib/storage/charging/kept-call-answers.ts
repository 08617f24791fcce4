import type { Db } from '../storage'
import type { KeptCallAnswerTable } from './tables'

type OfCall = Pick<KeptCallAnswerTable, 'account_id' | 'key'>

export const findKeptCallAnswer = (db: Db, { account_id, key }: OfCall): Promise<KeptCallAnswerTable | undefined> =>
  db
    .selectFrom('kept_call_answers')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('key', '=', key)
    .executeTakeFirst()

/** False when the key has an answer that was kept after `outdated`. */
export async function keepCallAnswer(db: Db, row: KeptCallAnswerTable, outdated: string): Promise<boolean> {
  const { body_sha256, answer, kept_at } = row
  const kept = await db
    .insertInto('kept_call_answers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'key'])
        .doUpdateSet({ body_sha256, answer, kept_at })
        .where('kept_call_answers.kept_at', '<=', outdated),
    )
    .returning('key')
    .executeTakeFirst()
  return kept !== undefined
}

export async function forgetCallAnswers(db: Db, keptUpTo: string): Promise<void> {
  await db.deleteFrom('kept_call_answers').where('kept_at', '<=', keptUpTo).execute()
}
