import 'reflect-metadata'
import tls from 'node:tls'

import * as x509 from '@peculiar/x509'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY_MS = 86_400_000
const makeKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])

type Validity = { readonly notBefore?: Date; readonly notAfter?: Date }

/** A certificate authority for tests, and certificates of it for names, valid now by default. */
export async function makeAuthority() {
  const keys = await makeKeys()
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Authority of the tests',
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(Date.now() - 400 * DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    extensions: [new x509.BasicConstraintsExtension(true)],
  })
  return {
    pem: root.toString('pem'),
    issue: async (names: readonly string[], { notBefore, notAfter }: Validity = {}) => {
      const leafKeys = await makeKeys()
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${names[0]}`,
        issuer: root.subject,
        publicKey: leafKeys.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        notBefore: notBefore ?? new Date(Date.now() - DAY_MS),
        notAfter: notAfter ?? new Date(Date.now() + DAY_MS),
        extensions: [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))],
      })
      const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', leafKeys.privateKey)).toString('base64')
      return {
        cert: certificate.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
      }
    },
  }
}

/** Makes this process trust the authority for all connections; call the returned function to undo it. */
export function trust(pem: string): () => void {
  const before = tls.createSecureContext
  tls.createSecureContext = (options) => {
    const secureContext = before(options)
    // Safe: Node's context has this method, but its types omit it.
    const context = secureContext.context as { addCACert(pem: string): void }
    context.addCACert(pem)
    return secureContext
  }
  return () => {
    tls.createSecureContext = before
  }
}
