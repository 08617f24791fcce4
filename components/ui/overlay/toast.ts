import { createStore, type Store } from '@/lib/domain/store'

export interface ToastAction {
  readonly label: string
  readonly onPress: () => void
}

export interface ToastOptions {
  /** One action, usually undo; pressing it closes the toast. */
  readonly action?: ToastAction | undefined
  /** Milliseconds on screen: 6 000 by default, 10 000 with an action. 0 keeps it until it is dismissed. */
  readonly duration?: number | undefined
}

export interface ToastItem {
  readonly id: number
  readonly tone: 'success' | 'error'
  readonly message: string
  readonly action: ToastAction | undefined
  readonly durationMs: number
}

const items = createStore<readonly ToastItem[]>([])
let lastId = 0
const MAX_ON_SCREEN = 4

function show(tone: ToastItem['tone'], message: string, { action, duration }: ToastOptions = {}): number {
  lastId += 1
  const defaultMs = tone === 'error' || action !== undefined ? 10_000 : 6_000
  const item = { id: lastId, tone, message, action, durationMs: duration ?? defaultMs }
  // A repeated message, e.g. from a key held down, replaces the previous toast; with an undo each is about another action.
  const isSame = (other: ToastItem) =>
    action === undefined && other.action === undefined && other.tone === tone && other.message === message
  items.write([...items.read().filter((other) => !isSame(other)), item].slice(-MAX_ON_SCREEN))
  return lastId
}

/** Messages about completed actions. Callable from anywhere in the browser; `ToastHost` renders them. Returns an id. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  dismiss: (id: number) => items.write(items.read().filter((item) => item.id !== id)),
}

export const toastStore: Pick<Store<readonly ToastItem[]>, 'read' | 'subscribe'> = items
