import { expect, it } from 'vitest'

import { relyingPartyOf } from './relying-party'

const headers = (host: string, origin?: string) => new Headers({ host, ...(origin === undefined ? {} : { origin }) })

it.each([
  ['https://panel.example.test', headers('10.0.0.7:3000', 'https://panel.example.test'), 'panel.example.test'],
  [undefined, headers('localhost:3000', 'http://localhost:3000'), 'localhost'],
  [undefined, headers('localhost:3000', 'http://localhost:4000'), undefined],
  [undefined, headers('localhost:3000'), undefined],
  [undefined, headers('localhost:3000', 'null'), undefined],
  [undefined, headers('127.0.0.1:3000', 'http://127.0.0.1:3000'), undefined],
  [undefined, headers('[::1]:3000', 'http://[::1]:3000'), undefined],
  ['http://192.168.1.5:3000', headers('192.168.1.5:3000'), undefined],
])('relyingPartyOf returns the expected id with PANEL_URL %s', (panelUrl, requestHeaders, id) => {
  expect(relyingPartyOf(panelUrl, requestHeaders)?.id).toBe(id)
})
