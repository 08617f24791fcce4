import { execFileSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'

import { unprivileged } from './programs'

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const run = (...input: readonly string[]) => void execFileSync('openssl', input, { stdio: 'ignore' })

/** A certificate authority for one test. */
export type TestAuthority = {
  readonly file: string
  /**
   * A certificate for a host, valid for `days`; a negative number makes an expired one. The server can read both files.
   */
  issue(host: string, days: number): { readonly certificate: string; readonly key: string }
}

export function makeAuthority(folder: string): TestAuthority {
  const [file, authorityKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')]
  run('req', '-x509', ...NEW_KEY, '-keyout', authorityKey, '-out', file, '-days', '30', '-subj', '/CN=authority')
  let issued = 0
  return {
    file,
    issue: (host, days) => {
      const name = join(folder, `server-${issued++}`)
      const [request, certificate, key] = [`${name}.csr`, `${name}.pem`, `${name}.key`]
      const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
      run('req', ...NEW_KEY, '-keyout', key, '-out', request, ...names)
      const signingArguments = ['-CA', file, '-CAkey', authorityKey, '-copy_extensions', 'copy', '-days', String(days)]
      run('x509', '-req', '-in', request, ...signingArguments, '-out', certificate)
      const { uid, gid } = unprivileged(folder)
      // The server owns the files, so that it can read them with any umask of an earlier test.
      if (uid !== undefined && gid !== undefined) for (const each of [certificate, key]) chownSync(each, uid, gid)
      return { certificate, key }
    },
  }
}
