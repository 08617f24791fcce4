import { describe, expect, it } from 'vitest'

import { rendered } from '@/lib/testing/pages/rendered'
import en from '@/messages/en/auth.json'
import pl from '@/messages/pl/auth.json'

import { AddressNotice, noticeOf } from './address-notice'

const PANEL = 'https://panel.test'
const messages = { pl: { auth: pl }, en: { auth: en } }

describe('address notice', () => {
  it.each([
    [
      'at the panel address',
      { panelUrl: PANEL, host: 'panel.test', problem: undefined },
      { here: PANEL, notice: undefined },
    ],
    [
      'at the panel address, although the server reports the scheme',
      { panelUrl: PANEL, host: 'panel.test', problem: 'scheme' },
      { here: PANEL, notice: undefined },
    ],
    [
      'at another scheme that the server does not notice',
      { panelUrl: PANEL, host: 'panel.test', problem: undefined },
      { here: 'http://panel.test', notice: 'elsewhere' },
    ],
    [
      'at another host',
      { panelUrl: PANEL, host: '10.0.0.2:3000', problem: 'host' },
      { here: 'http://10.0.0.2:3000', notice: 'elsewhere' },
    ],
    [
      'at the panel address, behind a proxy that replaces the host',
      { panelUrl: PANEL, host: '10.0.0.2:3000', problem: 'host' },
      { here: PANEL, notice: 'hostLost' },
    ],
    [
      'without a configured address, behind a proxy that replaces the host',
      { panelUrl: undefined, host: '10.0.0.2:3000', problem: undefined },
      { here: PANEL, notice: 'hostLost' },
    ],
    [
      'without a configured address',
      { panelUrl: undefined, host: 'panel.test', problem: undefined },
      { here: PANEL, notice: undefined },
    ],
    [
      'behind a proxy that is not trusted',
      { panelUrl: PANEL, host: 'panel.test', problem: 'proxy' },
      { here: PANEL, notice: 'proxy' },
    ],
  ] as const)('shows the right notice %s', (_, reached, { here, notice }) => {
    expect(noticeOf(reached, here)).toBe(notice)
  })

  it.each([
    ['host', 'elsewhere'],
    ['scheme', 'elsewhere'],
    ['proxy', 'proxy'],
    [undefined, undefined],
  ] as const)('uses the verdict of the server without a browser address: problem %s, notice %s', (problem, notice) => {
    expect(noticeOf({ panelUrl: PANEL, host: 'other.test', problem }, undefined)).toBe(notice)
  })
})

describe.each(['pl', 'en'] as const)('AddressNotice in %s', (locale) => {
  it('links to the same page at the panel address', () => {
    const html = rendered(
      <AddressNotice panelUrl={PANEL} host="10.0.0.2:3000" problem="host" path="/sign-up?token=abc" />,
      { locale, messages: messages[locale] },
    )
    expect(html).toContain(`href="${PANEL}/sign-up?token=abc"`)
    expect(html).toContain('role="alert"')
  })
})
