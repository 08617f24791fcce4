import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { readEnv } from '@/lib/panel/env'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The parts of `npm start`: variables of the C library, then `exec node`, its flags, the script. */
const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
const [ALLOCATION = '', COMMAND = ''] = scripts.start.split(' exec ')
const START_COMMAND = COMMAND.split(' ')

type Instruction = { readonly name: string; readonly text: string }
type Stage = { readonly name: string; readonly from: string; readonly instructions: readonly Instruction[] }

/** The stages of the Dockerfile, with continued lines joined. */
function stagesOf(dockerfile: string): Stage[] {
  const stages: { name: string; from: string; instructions: Instruction[] }[] = []
  const lines = dockerfile.replaceAll(/\\\n/g, ' ').split('\n')
  for (const line of lines.filter((each) => each.trim() !== '' && !each.startsWith('#'))) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    const [, from, stage] = /^(\S+) AS (\S+)$/.exec(name === 'FROM' ? text : '') ?? []
    if (from !== undefined && stage !== undefined) stages.push({ name: stage, from, instructions: [] })
    else stages.at(-1)?.instructions.push({ name, text })
  }
  return stages
}

const stages = stagesOf(read('Dockerfile'))
const last = stages.at(-1)
const instructionsOf = (name: string) =>
  last?.instructions.filter((each) => each.name === name).map(({ text }) => text) ?? []

describe('the container image', () => {
  it('is built in stages from one exact Node version and the lock file', () => {
    expect(stages.map(({ name }) => name)).toEqual(['dependencies', 'build', 'runtime-dependencies', 'panel'])
    expect(new Set(stages.map(({ from }) => from))).toEqual(new Set(['${NODE_IMAGE}', 'dependencies']))
    expect(read('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:22\.\d+\.\d+-\w+-slim$/m)
    const installs = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ text }) => /\bnpm (?:ci|i|install)\b/.test(text))
    expect(installs.map(({ text }) => text)).toEqual([
      'npm ci --no-audit --no-fund',
      expect.stringMatching(/^npm ci --omit=dev --no-audit --no-fund && rm -rf /),
    ])
  })

  it('has no build tools in its last stage, and runs as an unprivileged user', () => {
    expect(instructionsOf('RUN').join(' ')).not.toMatch(/\b(?:npm|apt|apt-get|curl)\b/)
    expect(instructionsOf('USER')).toEqual(['10001:0'])
    const order = last?.instructions.map(({ name }) => name) ?? []
    expect(order.slice(order.indexOf('USER'))).not.toContain('RUN')
    expect(instructionsOf('VOLUME')).toEqual(['/data'])
    expect(instructionsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(instructionsOf('HEALTHCHECK')[0]).toMatch(/ CMD \["node", "scripts\/health\.mjs"\]$/)
    // The commands that a start prints have to exist in the container.
    expect(instructionsOf('ENV').join(' ')).toMatch(/\bADMIN_COMMAND=admin\b/)
    expect(instructionsOf('ENV')).toContain(ALLOCATION)
    expect(instructionsOf('COPY')).toContain('ops/container/admin /usr/local/bin/admin')
    expect(instructionsOf('CMD')).toEqual([JSON.stringify([...START_COMMAND, '--built']).replaceAll(',', ', ')])
  })

  it('copies only existing files, including every script that a copied script loads', () => {
    const copied = instructionsOf('COPY')
      .filter((text) => !text.startsWith('--from'))
      .flatMap((text) => text.split(' ').slice(0, -1))
    for (const file of copied) expect(existsSync(join(root, file)), file).toBe(true)
    const scripts = copied.filter((file) => /^scripts\/.*\.mjs$/.test(file))
    const loaded = scripts.flatMap((file) =>
      [...read(file).matchAll(/(?:from|import)\s*\(?\s*'\.\/([\w-]+\.mjs)'|new URL\('([\w-]+\.json)'/g)].map(
        ([, script, json]) => `scripts/${script ?? json ?? ''}`,
      ),
    )
    expect(loaded.length).toBeGreaterThan(3)
    for (const file of loaded) expect(copied, `loaded by one of ${scripts.join(', ')}`).toContain(file)
  })

  it('excludes build output and secrets from the build context', () => {
    const ignored = new Set(read('.dockerignore').split('\n'))
    for (const name of ['.git', '.env', '.env.*', 'panel.env', '.data', '.next', 'dist', 'node_modules'])
      expect(ignored, name).toContain(name)
  })

  it('sets only variables that the panel reads, to valid values', () => {
    const variables = Object.fromEntries(
      // Without the variables of the C library.
      instructionsOf('ENV')
        .filter((text) => text !== ALLOCATION)
        .flatMap((text) => text.split(' ').map((pair) => pair.split('=', 2) as [string, string])),
    )
    const { NODE_ENV: _node, NEXT_TELEMETRY_DISABLED: _next, ADMIN_COMMAND: _admin, ...panelVariables } = variables
    expect(Object.keys(panelVariables)).toEqual(panelVariablesAmong(Object.keys(panelVariables)))
    expect(readEnv(panelVariables)).toMatchObject({ ok: true, env: { host: '0.0.0.0', dataDir: '/data/panel' } })
  })
})

/** The names that `lib/panel/env.ts` reads, which is the only place that reads variables. */
const panelVariablesAmong = (names: readonly string[]) => {
  const source = read('lib/panel/env.ts')
  return names.filter((name) => new RegExp(String.raw`^\s{4}${name}:`, 'm').test(source))
}

type Service = {
  readonly build?: string
  readonly profiles?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly logging?: { readonly options: Readonly<Record<string, string>> }
  readonly networks?: { readonly default: { readonly ipv4_address: string } }
}
type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

describe('compose.yaml', () => {
  // Safe enough for a test: a wrong shape fails below.
  const compose = parse(read('compose.yaml'), { merge: true }) as Compose
  const services = Object.entries(compose.services)
  const panels = services.filter(([, { build }]) => build === '.')

  it('starts one panel by default, and has two behind Caddy on PostgreSQL under a profile', () => {
    expect(services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)).toEqual(['panel'])
    expect(panels.map(([name]) => name)).toEqual(['panel', 'panel-1', 'panel-2'])
    for (const name of ['panel-1', 'panel-2']) {
      expect(compose.services[name]?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    }
    expect(Object.keys(compose.services['caddy']?.depends_on ?? {})).toEqual(['panel-1', 'panel-2'])
  })

  it.each(services)(
    '%s writes only to its volumes, drops all capabilities and limits the size of its log',
    (_, service) => {
      expect(service.read_only).toBe(true)
      expect(service.cap_drop).toEqual(['ALL'])
      expect(service.security_opt).toEqual(['no-new-privileges:true'])
      expect(Object.keys(service.logging?.options ?? {})).toEqual(['max-size', 'max-file'])
      for (const volume of service.volumes ?? []) {
        const [name = ''] = volume.split(':')
        if (name.startsWith('./')) expect(existsSync(join(root, name)), volume).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(name)
      }
    },
  )

  it.each(panels)('%s sets only variables that the panel reads, to valid values', (_, { environment = {} }) => {
    expect(Object.keys(environment)).toEqual(panelVariablesAmong(Object.keys(environment)))
    expect(readEnv(environment)).toMatchObject({ ok: true })
  })

  it('trusts only the address of Caddy as a proxy', () => {
    const caddy = compose.services['caddy']?.networks?.default.ipv4_address
    expect(compose.services['panel-1']?.environment).toEqual({ TRUSTED_PROXIES: caddy })
  })

  it('includes an environment file with only variables that the panel reads, and no secret', () => {
    const lines = read('ops/panel.env.example')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
    const variables = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const { POSTGRES_PASSWORD: password, ...panelVariables } = variables
    expect(password).toBe('')
    expect([panelVariables['PANEL_SECRET'], panelVariables['AUDIT_KEY']]).toEqual(['', ''])
    expect(Object.keys(panelVariables)).toEqual(panelVariablesAmong(Object.keys(panelVariables)))
    expect(readEnv(panelVariables)).toMatchObject({ ok: true })
  })
})

describe('the systemd unit', () => {
  const unit = read('ops/systemd/registers-panel.service')
  const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)

  it('starts the built panel as a separate user that can write only to its data directory', () => {
    expect(valuesOf('ExecStart')).toEqual([`/usr/bin/${START_COMMAND.join(' ')} --built`])
    expect(valuesOf('DynamicUser')).toEqual(['yes'])
    expect(valuesOf('ProtectSystem')).toEqual(['strict'])
    expect(valuesOf('NoNewPrivileges')).toEqual(['yes'])
    expect(valuesOf('Environment')).toContain(ALLOCATION)
    expect(valuesOf('Environment')[0]).toContain(`DATA_DIR=/var/lib/${valuesOf('StateDirectory')[0] ?? ''}`)
  })

  it('waits at least 20 seconds before it kills the panel, as compose.yaml does', () => {
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThanOrEqual(20)
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1])).toBeGreaterThanOrEqual(20)
  })
})
