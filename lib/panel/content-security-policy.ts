/**
 * Scripts run only with the nonce of the answer. Styles may stand inline: React and the charts write style attributes,
 * which no nonce can cover. Nothing is loaded from anywhere else.
 */
export function contentSecurityPolicy(of: { nonce: string; secure: boolean; development: boolean }): string {
  const script = `'self' 'nonce-${of.nonce}' 'strict-dynamic'${of.development ? " 'unsafe-eval'" : ''}`
  const directives = [
    `default-src 'self'`,
    `script-src ${script}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    // 'strict-dynamic' would stand in for it and not count our own files as ours.
    `worker-src 'self'`,
    `connect-src 'self'${of.development ? ' ws:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(of.secure ? ['upgrade-insecure-requests'] : []),
  ]
  return directives.join('; ')
}
