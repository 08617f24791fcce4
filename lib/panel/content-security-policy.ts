/**
 * Scripts run only with the nonce of the response. Inline styles are allowed because React and the charts write style
 * attributes, which a nonce cannot cover. Nothing is loaded from other origins.
 */
export function contentSecurityPolicy(options: { nonce: string; secure: boolean; development: boolean }): string {
  const script = `'self' 'nonce-${options.nonce}' 'strict-dynamic'${options.development ? " 'unsafe-eval'" : ''}`
  const directives = [
    `default-src 'self'`,
    `script-src ${script}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    // Without it 'strict-dynamic' would apply to workers and reject our own files.
    `worker-src 'self'`,
    `connect-src 'self'${options.development ? ' ws:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(options.secure ? ['upgrade-insecure-requests'] : []),
  ]
  return directives.join('; ')
}
