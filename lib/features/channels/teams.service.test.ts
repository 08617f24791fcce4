import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { NO_NETWORKS } from '@/lib/panel/outgoing/allowed-networks'
import type { Outgoing } from '@/lib/panel/outgoing/outgoing'
import { openChannelsClient } from '@/lib/testing/delivery/channels'
import { sendsNothing } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { channelUrl } from './channel-secrets'

/** Every host resolves to a public address. */
const outgoing: Outgoing = {
  allowed: NO_NETWORKS,
  resolve: (_host, _options, callback) => callback(null, [{ address: '34.1.2.3', family: 4 }]),
}
const SIGNATURE = 'AbC-dEf_gHiJkLmNoPqRsTuVwXyZ0123456789abcd'

// Case D07 of lib/testing/cases/README.md
describe.each(sqliteOnly)('Teams channels on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const openClient = async () => {
    const { accountId } = await service.createAccount()
    return openChannelsClient(service, accountId, { more: { outgoing } })
  }

  it.each([
    'https://acme.webhook.office.com/webhookb2/0a1b@2c3d/IncomingWebhook/4e5f/6071',
    'https://outlook.office.com/webhook/0a1b@2c3d/IncomingWebhook/4e5f/6071',
    'https://outlook.office365.com/webhook/0a1b@2c3d/IncomingWebhook/4e5f/6071',
  ])('reject the address of a retired connector: %s', async (url) => {
    const client = await openClient()
    await expect(client.create({ kind: 'teams', url })).rejects.toMatchObject({
      detail: [{ loc: ['body', 'url'], type: 'retired_connector' }],
    })
  })

  it('with a stored address of a retired connector are shown as retired until it is replaced', async () => {
    const client = await openClient()
    const workflow = `https://prod-12.westeurope.logic.azure.com/workflows/0a1b/triggers/manual/paths/invoke?sig=${SIGNATURE}`
    const { channel } = await client.create({ kind: 'teams', url: workflow })
    expect(channel.is_retired).toBe(false)
    const change = service.storage.db
      .updateTable('channels')
      .set({ url_shown: 'https://acme.webhook.office.com/…6071' })
    await change.where('id', '=', channel.id).execute()
    expect(await client.channels()).toMatchObject([{ is_retired: true }])
    await client.update(channel.id, { name: 'Zespół', state: 'on', url: workflow })
    expect(await client.channels()).toMatchObject([{ is_retired: false }])
  })

  it.each([
    `https://prod-12.westeurope.logic.azure.com:443/workflows/0a1b2c3d4e5f60718293a4b5c6d7e8f9/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${SIGNATURE}`,
    `https://default0a1b2c3d4e5f60718293a4b5c6d7e8.f9.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/0a1b2c3d4e5f60718293a4b5c6d7e8f9/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${SIGNATURE}`,
  ])('store the address of a workflow complete and sealed: %s', async (url) => {
    const client = await openClient()
    const { channel } = await client.create({ kind: 'teams', url })
    const row = await service.storage.db
      .selectFrom('channels')
      .selectAll()
      .where('id', '=', channel.id)
      .executeTakeFirstOrThrow()
    // The default port of https may be written or omitted.
    expect(channelUrl(sendsNothing.secrets, row)).toBe(url.replace(':443/', '/'))
    const shown = JSON.stringify([channel, row, await client.channels()])
    expect(shown).not.toContain(SIGNATURE.slice(0, -4))
    expect(shown).not.toContain('workflows/0a1b')
  })
})
