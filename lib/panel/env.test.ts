import { describe, expect, it } from 'vitest'

import { NO_PROXIES } from '@/lib/http/addresses'

import { readEnv, serviceConfigOf } from './env'
import { NO_NETWORKS } from './outgoing/allowed-networks'
import { NO_PROXY } from './outgoing/outgoing-proxy'

const problemOf = (record: Record<string, string>) => {
  const result = readEnv(record)
  return result.ok ? undefined : result.problem
}
const envOf = (record: Record<string, string>) => {
  const result = readEnv(record)
  if (!result.ok) throw new Error(result.problem)
  return result.env
}

describe('readEnv', () => {
  it('has a default for everything', () => {
    expect(envOf({})).toEqual({
      port: 3000,
      apiPort: 3001,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      poolSize: 10,
      statementTimeoutSeconds: 8,
      panelUrl: undefined,
      trustedProxies: NO_PROXIES,
      deliveryNetworks: NO_NETWORKS,
      outgoingProxy: NO_PROXY,
      publicApiUrl: undefined,
      providerUrl: undefined,
      panelSecret: undefined,
      previousPanelSecret: undefined,
      auditKey: undefined,
      auditAnchorFile: undefined,
      remote: undefined,
      singleSignOn: undefined,
      localPasswords: true,
      sampleData: undefined,
      demoPassword: undefined,
      rateLimitPerSecond: 10,
      rateLimitPerMinute: 300,
      sessionIdleMinutes: 480,
      logLevel: 'info',
      metricsToken: undefined,
      tracesEndpoint: undefined,
    })
  })

  it('reads where the plan is renewed', () => {
    for (const url of ['https://example.com/plan', 'mailto:plan@example.com'])
      expect(envOf({ PROVIDER_URL: url }).providerUrl).toBe(url)
  })

  it('treats an empty value as absent', () => {
    expect(envOf({ PORT: '', DATABASE_URL: '', REGISTERS_API_KEY: '' })).toEqual(envOf({}))
  })

  it('reads the settings of PostgreSQL', () => {
    const env = envOf({ DATABASE_POOL_SIZE: '3', DATABASE_STATEMENT_TIMEOUT_SECONDS: '20' })
    expect(env).toMatchObject({ poolSize: 3, statementTimeoutSeconds: 20 })
  })

  it('uses the port after the panel’s for the service by default', () => {
    expect(envOf({ PORT: '8080' }).apiPort).toBe(8081)
    expect(envOf({ PORT: '8080', API_PORT: '9' }).apiPort).toBe(9)
  })

  it.each([
    ['https://api.test', 'https://api.test'],
    ['https://api.test/', 'https://api.test'],
    ['https://api.test/v1/', 'https://api.test'],
    ['https://api.test/registers/v1', 'https://api.test/registers'],
  ])('normalises the service address %s to %s', (address, url) => {
    expect(envOf({ REGISTERS_API_URL: address, REGISTERS_API_KEY: 'k' }).remote).toEqual({
      url,
      apiKey: 'k',
      proxy: NO_PROXY,
    })
    expect(envOf({ PUBLIC_API_URL: address }).publicApiUrl).toBe(url)
    expect(serviceConfigOf(envOf({ PUBLIC_API_URL: address })).publicUrl).toBe(url)
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '3000.5' }, 'PORT'],
    [{ PORT: '65535' }, 'API_PORT'],
    [{ PORT: '3000', API_PORT: '3000' }, 'API_PORT'],
    [{ HOST: 'a b' }, 'HOST'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'nonsense' }, 'DATABASE_URL'],
    [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE'],
    [{ DATABASE_STATEMENT_TIMEOUT_SECONDS: '1.5' }, 'DATABASE_STATEMENT_TIMEOUT_SECONDS'],
    [{ PANEL_URL: 'panel.test' }, 'PANEL_URL'],
    [{ PANEL_URL: 'https://panel.test/app' }, 'PANEL_URL'],
    [{ PROVIDER_URL: 'javascript:alert(1)' }, 'PROVIDER_URL'],
    [{ PUBLIC_API_URL: 'api.test' }, 'PUBLIC_API_URL'],
    [{ PUBLIC_API_URL: 'ftp://api.test' }, 'PUBLIC_API_URL'],
    [{ PUBLIC_API_URL: 'https://user:pass@api.test' }, 'PUBLIC_API_URL'],
    [{ PUBLIC_API_URL: 'https://api.test?a=1' }, 'PUBLIC_API_URL'],
    [{ TRUSTED_PROXIES: 'proxy.internal' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.7,' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES'],
    [{ DELIVERY_ALLOW_PRIVATE: '10.0.0.0/33' }, 'DELIVERY_ALLOW_PRIVATE'],
    [{ HTTPS_PROXY: 'socks5://proxy.test:1080' }, 'HTTPS_PROXY'],
    [{ HTTPS_PROXY: 'http://proxy.test:3128/path' }, 'HTTPS_PROXY'],
    [{ https_proxy: 'http://' }, 'HTTPS_PROXY'],
    [{ HTTP_PROXY: 'http://u:%zz@proxy.test' }, 'HTTP_PROXY'],
    [{ NO_PROXY: 'a b/c' }, 'NO_PROXY'],
    [{ no_proxy: '10.0.0.0/33' }, 'NO_PROXY'],
    [{ PANEL_SECRET: 'short' }, 'PANEL_SECRET'],
    [{ REGISTERS_API_URL: 'ftp://x', REGISTERS_API_KEY: 'k' }, 'REGISTERS_API_URL'],
    [{ REGISTERS_API_URL: 'https://user:pass@x', REGISTERS_API_KEY: 'k' }, 'REGISTERS_API_URL'],
    [{ REGISTERS_API_URL: 'https://x' }, 'REGISTERS_API_KEY'],
    [{ REGISTERS_API_KEY: 'k' }, 'REGISTERS_API_URL'],
    [{ REGISTERS_API_URL: 'https://x', REGISTERS_API_KEY: 'a\nb' }, 'REGISTERS_API_KEY'],
    [{ SAMPLE_DATA: 'yes' }, 'SAMPLE_DATA'],
    [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD'],
    [{ RATE_LIMIT_PER_SECOND: '-1' }, 'RATE_LIMIT_PER_SECOND'],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, 'RATE_LIMIT_PER_MINUTE'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN: `${'a'.repeat(32)} b` }, 'METRICS_TOKEN'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://u:p@collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ])('rejects %j with one line that begins with %s', (record: Record<string, string>, name) => {
    const problem = problemOf(record)
    expect(problem).toMatch(new RegExp(`^${name} must `))
    expect(problem).not.toContain('\n')
  })

  const SECRET = 'do-not-repeat-me'
  const remote = { REGISTERS_API_URL: 'http://127.0.0.1:9', REGISTERS_API_KEY: SECRET }
  it.each([
    [{ PORT: '70000' }, /^PORT must be a whole number between 1 and 65535/],
    [{ API_PORT: '1.5' }, /^API_PORT must be a whole number/],
    [{ PORT: '39871', API_PORT: '39871' }, /^API_PORT must differ from PORT/],
    [{ HOST: 'two words' }, /^HOST must be a host name/],
    [{ DATABASE_URL: `mysql://u:${SECRET}@127.0.0.1/x` }, /^DATABASE_URL must be a URL that begins with postgres/],
    [{ DATABASE_URL: `postgres://u:${SECRET}#1@db/x` }, /^DATABASE_URL has a character in its user or password/],
    [{ DATABASE_URL: `postgres://u:${SECRET}@db/x?sslmode=prefer` }, /^DATABASE_URL has an invalid sslmode:/],
    [{ DATABASE_URL: 'postgres://db/x?sslmode=verify-ca&sslrootcert=/none.pem' }, /^DATABASE_URL names a file/],
    [{ PANEL_URL: 'panel.example' }, /^PANEL_URL must be a URL that begins with http/],
    [{ PANEL_URL: 'https://panel.example/panel' }, /^PANEL_URL must have no path/],
    [{ PANEL_SECRET: SECRET }, /^PANEL_SECRET must have at least 32/],
    [{ ...remote, REGISTERS_API_URL: 'ftp://api.example' }, /^REGISTERS_API_URL must be a URL that begins with http/],
    [{ ...remote, REGISTERS_API_URL: `https://u:${SECRET}@api.example` }, /^REGISTERS_API_URL must not carry/],
    [{ REGISTERS_API_URL: 'https://api.example' }, /REGISTERS_API_KEY must be set together/],
    [{ REGISTERS_API_KEY: SECRET }, /REGISTERS_API_URL must be set together/],
    [{ ...remote, REGISTERS_API_KEY: `${SECRET} ${SECRET}` }, /^REGISTERS_API_KEY must be one line/],
    [{ SAMPLE_DATA: 'yes' }, /^SAMPLE_DATA must be on or off/],
    [{ DEMO_PASSWORD: 'short' }, /^DEMO_PASSWORD must have at least 12/],
    [{ RATE_LIMIT_PER_SECOND: '0' }, /^RATE_LIMIT_PER_SECOND must be a whole number/],
    [{ RATE_LIMIT_PER_MINUTE: '-1' }, /^RATE_LIMIT_PER_MINUTE must be a whole number/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
  ])('explains what is wrong with %j, without a secret', (record: Record<string, string>, pattern) => {
    const problem = problemOf(record)
    expect(problem).toMatch(pattern)
    expect(problem).not.toContain(SECRET)
    expect(problem).not.toContain('\n')
  })

  // Case G08 of lib/testing/cases/README.md
  it('rejects a PANEL_URL with a path, with or without a trailing slash', () => {
    for (const path of ['/panel', '/panel/', '/a/b']) {
      expect(readEnv({ PANEL_URL: `https://panel.example${path}` })).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/^PANEL_URL must have no path/) as string,
      })
    }
    expect(readEnv({ PANEL_URL: 'https://panel.example/' })).toMatchObject({ ok: true })
  })

  it('does not repeat a secret in a problem', () => {
    expect(problemOf({ PANEL_SECRET: 'hunter2' })).not.toContain('hunter2')
    expect(problemOf({ REGISTERS_API_KEY: 'brd_secret' })).not.toContain('brd_secret')
    expect(problemOf({ DATABASE_URL: 'http://u:hunter2@h' })).not.toContain('hunter2')
    expect(problemOf({ HTTPS_PROXY: 'ftp://u:hunter2@h' })).not.toContain('hunter2')
    expect(problemOf({ METRICS_TOKEN: 'hunter2' })).not.toContain('hunter2')
    expect(problemOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://u:hunter2@h' })).not.toContain('hunter2')
  })

  it('reads the settings of metrics and traces', () => {
    const METRICS_TOKEN = 'a-token-of-more-than-32-characters'
    expect(envOf({ METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/otlp' })).toMatchObject({
      metricsToken: METRICS_TOKEN,
      tracesEndpoint: 'http://127.0.0.1:4318/otlp',
    })
  })
})

describe('the outgoing proxy', () => {
  const proxyFor = (record: Record<string, string>, url: string) =>
    envOf(record).outgoingProxy.proxyFor(new URL(url))?.shown
  const proxy = { HTTPS_PROXY: 'http://u:p%40ss@proxy.test:3128', HTTP_PROXY: 'plain.test' }

  it('is chosen by scheme, and read from lower-case variables too', () => {
    expect(proxyFor(proxy, 'https://hooks.slack.com/x')).toBe('http://proxy.test:3128')
    expect(proxyFor(proxy, 'http://api.test/v1')).toBe('http://plain.test:80')
    expect(proxyFor({ https_proxy: 'https://proxy.test' }, 'https://a.test')).toBe('https://proxy.test:443')
    expect(proxyFor({ https_proxy: 'low.test', HTTPS_PROXY: 'up.test' }, 'https://a.test')).toBe('http://up.test:80')
    expect(proxyFor({ HTTPS_PROXY: '', https_proxy: 'low.test' }, 'https://a.test')).toBe('http://low.test:80')
    expect(proxyFor({ HTTP_PROXY: 'plain.test' }, 'https://a.test')).toBeUndefined()
    expect(proxyFor({}, 'https://a.test')).toBeUndefined()
  })

  it('is shown without its credentials', () => {
    expect(envOf(proxy).outgoingProxy.shown).toBe('http://proxy.test:3128, http://plain.test:80')
  })

  it.each(['http://localhost:9/', 'https://127.0.0.1:1/', 'https://[::1]/', 'https://a.localhost/'])(
    'is not used for this machine: %s',
    (url) => {
      expect(proxyFor(proxy, url)).toBeUndefined()
    },
  )

  it.each([
    ['example.com', ['example.com', 'a.example.com', 'EXAMPLE.com.'], ['notexample.com', 'example.com.pl']],
    ['.example.com', ['a.example.com', 'example.com'], ['notexample.com']],
    ['*.example.com', ['a.b.example.com'], ['example.org']],
    ['a.test:8443', ['a.test:8443'], ['a.test', 'a.test:443']],
    ['10.0.0.0/8, 192.0.2.7 [2606:4700::1]', ['10.1.2.3', '192.0.2.7', '[2606:4700::1]'], ['11.0.0.1', '[2606::2]']],
    ['*', ['anything.test'], []],
  ])('is not used for hosts in NO_PROXY: %s', (NO_PROXY, without, through) => {
    for (const host of without) expect(proxyFor({ ...proxy, NO_PROXY }, `https://${host}/`), host).toBeUndefined()
    for (const host of through) expect(proxyFor({ ...proxy, NO_PROXY }, `https://${host}/`), host).toBeDefined()
  })
})

describe('SMTP', () => {
  it.each([
    [
      { SMTP_URL: 'smtp://127.0.0.1:25', SMTP_FROM: 'a@b.test' },
      { url: 'smtp://127.0.0.1:25', from: { name: '', address: 'a@b.test' } },
    ],
    [
      { SMTP_URL: 'smtps://u:p@mail.test', SMTP_FROM: 'Panel <a@b.test>' },
      { url: 'smtps://u:p@mail.test', from: { name: 'Panel', address: 'a@b.test' } },
    ],
    [{}, undefined],
  ])('reads %j', (record, smtp) => {
    expect(readEnv(record)).toMatchObject({ ok: true, env: { smtp } })
  })

  it.each([
    [{ SMTP_URL: 'smtp://mail.test' }, /^SMTP_FROM must be set together with SMTP_URL/],
    [{ SMTP_FROM: 'a@b.test' }, /^SMTP_URL must be set together with SMTP_FROM/],
    [{ SMTP_URL: 'http://secret@mail.test', SMTP_FROM: 'a@b.test' }, /^SMTP_URL must be a URL that begins with smtp/],
    [{ SMTP_URL: 'smtp://mail.test', SMTP_FROM: 'Panel' }, /^SMTP_FROM must be an e-mail address/],
    [{ SMTP_URL: 'smtp://mail.test', SMTP_FROM: 'a@b.test\nBcc: c@d.test' }, /^SMTP_FROM must be an e-mail address/],
    [{ SMTP_URL: 'smtp://mail.test', SMTP_FROM: 'x\r\nBcc: y <a@b.test>' }, /^SMTP_FROM must be an e-mail address/],
  ])('rejects %j without repeating a secret', (record, pattern) => {
    const result = readEnv(record)
    expect(result).toMatchObject({ ok: false })
    expect(result.ok ? '' : result.problem).toMatch(pattern)
    expect(result.ok ? '' : result.problem).not.toContain('secret')
  })
})
