import { randomUUID } from 'node:crypto'

import { MAX_CHANNEL_TESTS_AN_HOUR } from '@/lib/contract/panel/channels'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import { defaultLocale, type Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { HttpError } from '@/lib/http/errors'
import { inAccount } from '@/lib/storage/engine/account-lock'
import { countTests } from '@/lib/storage/panel/delivery/deliveries'
import { insertDeliveries, takeChannelNumbers } from '@/lib/storage/panel/delivery/queued'
import type { DeliveryTable } from '@/lib/storage/panel/delivery/tables'
import { findUser } from '@/lib/storage/people/users'

import type { PanelContext } from '../context'
import { localeOf } from '../mail/person-mail'
import { wordsIn } from '../words'
import { attemptDelivery } from './attempt'
import { channels } from './channel-view'
import { readDelivery } from './delivery-view'
import type { Message } from './message'
import { deliveringOf } from './outgoing'
import { deliveryRow } from './queue'

const HOUR_MS = 3_600_000

/** One attempt, signed as every other is; whoever asked sees what came of it, and it is not tried again. */
export async function sendChannelTest(id: string, context: PanelContext): Promise<ListedDelivery> {
  const { delivery, holder } = await putTest(id, context)
  const { answer } = await attemptDelivery(deliveringOf(context), { delivery, holder, isLast: true })
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
    const delivery: DeliveryTable = { ...deliveryRow(queued, await takeChannelNumbers(db, id, 1)), ...claim }
    await insertDeliveries(db, [delivery])
    await channels.tell(db, context, { verb: 'test', target: id, after: { name: channel.name } })
    return { delivery, holder }
  })
}

function testMessage({ now, mail }: PanelContext, language: Locale): Message {
  const { words: t } = wordsIn(language, 'mails', 'channels')
  return {
    id: `msg_${randomUUID()}`,
    type: 'test',
    at: now.toISOString(),
    title: t.test,
    items: [{ title: t.testLine, lines: [] }],
    more: 0,
    ...(mail.panelUrl !== undefined && { url: `${mail.panelUrl}${routes.notificationChannels}` }),
    data: { test: true },
  }
}
