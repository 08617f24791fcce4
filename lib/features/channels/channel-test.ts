import { randomUUID } from 'node:crypto'

import { defaultLocale, type Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { attemptDelivery } from '@/lib/features/deliveries/attempt'
import type { ListedDelivery } from '@/lib/features/deliveries/contract'
import { readDelivery } from '@/lib/features/deliveries/delivery-view'
import type { Message } from '@/lib/features/deliveries/message'
import { deliveryRow } from '@/lib/features/deliveries/queue'
import { countTests } from '@/lib/features/deliveries/statements/deliveries'
import { insertDeliveries, reserveChannelNumbers } from '@/lib/features/deliveries/statements/queued'
import type { DeliveryTable } from '@/lib/features/deliveries/tables'
import { findUser } from '@/lib/features/members/statements/users'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { localeOf } from '@/lib/panel/mail/person-mail'
import { deliveryContextOf } from '@/lib/panel/outgoing/outgoing'
import { wordsIn } from '@/lib/panel/words'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { channels } from './channel-view'
import { MAX_CHANNEL_TESTS_AN_HOUR } from './contract'

const HOUR_MS = 3_600_000

/** Makes a single attempt, signed like any other; the user sees the result, and it is not retried. */
export async function sendChannelTest(id: string, context: PanelContext): Promise<ListedDelivery> {
  const { delivery, holder } = await putTest(id, context)
  const { answer } = await attemptDelivery(deliveryContextOf(context), { delivery, holder, isLast: true })
  return { ...(await readDelivery(context.storage.db, context, delivery.id)), answer }
}

async function putTest(id: string, context: PanelContext) {
  const { account, now, user } = context
  const holder = randomUUID()
  const claim = { claimed_by: holder, claimed_until: new Date(now.getTime() + HOUR_MS).toISOString() }
  return inAccount(context, async (db) => {
    const channel = await channels.require(db, context, id)
    channels.requireMayChange(channel, context)
    const since = new Date(now.getTime() - HOUR_MS).toISOString()
    if ((await countTests(db, { accountId: account.id, since })) >= MAX_CHANNEL_TESTS_AN_HOUR) {
      throw new HttpError('limit', `At most ${MAX_CHANNEL_TESTS_AN_HOUR} test messages an hour`, {
        extra: { limit: MAX_CHANNEL_TESTS_AN_HOUR },
      })
    }
    const reader = await findUser(db, user.id)
    const language = reader ? localeOf(reader) : defaultLocale
    const message = testMessage(context, language)
    const queued = {
      accountId: account.id,
      channelId: id,
      ruleId: null,
      noticeId: null,
      subjectKey: message.id,
      message,
      language,
      now,
    }
    const delivery: DeliveryTable = { ...deliveryRow(queued, await reserveChannelNumbers(db, id, 1)), ...claim }
    await insertDeliveries(db, [delivery])
    await channels.tell(db, context, { verb: 'test', target: id, after: { name: channel.name } })
    return { delivery, holder }
  })
}

function testMessage({ account, now, mail }: PanelContext, language: Locale): Message {
  const { words: t, say } = wordsIn(language, 'mails', 'channels')
  return {
    id: `msg_${randomUUID()}`,
    type: 'test',
    at: now.toISOString(),
    title: t.test,
    items: [{ title: say('testLine', { account: account.name }), lines: [] }],
    more: 0,
    ...(mail.panelUrl !== undefined && { url: `${mail.panelUrl}${routes.notificationChannels}` }),
    data: { test: true },
  }
}
