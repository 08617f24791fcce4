/** Vitest's global setup for service tests, some of which start the bundled service as a separate process. */
export { bundleIfStale as setup } from './bundle.mjs'
