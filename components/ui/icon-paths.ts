/**
 * Icons of 16 × 16 with stroke 1.5, drawn for this panel. Each is one path string, so that it costs only a few bytes.
 */
export const iconPaths = {
  alert: 'M8 2.5 14.2 13.5H1.8L8 2.5ZM8 6.5v3.2M8 11.6v.1',
  archive: 'M2 3h12v3H2zM3 6v7.5h10V6M6.5 8.5h3',
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  'chevron-down': 'm4 6 4 4 4-4',
  'chevron-left': 'm10 4-4 4 4 4',
  'chevron-right': 'm6 4 4 4-4 4',
  'chevron-updown': 'm5 6 3-3 3 3M5 10l3 3 3-3',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.6',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M6 6h7.5v7.5H6zM10 3.5V2.5H2.5V10h1',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  edit: 'm10.5 3 2.5 2.5-7.5 7.5H3v-2.5L10.5 3Z',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  'eye-off':
    'm2 2 12 12M6.3 3.7A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-1.9 2.3M4 4.8A12 12 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 3-.8',
  filter: 'M2 3.5h12L9.5 9v4l-3-1.5V9L2 3.5Z',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.3 6.3a1.7 1.7 0 1 1 2.5 1.5c-.6.3-.8.7-.8 1.4M8 11.2v.1',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 7.3V11M8 5v.1',
  key: 'M10.5 8.5a3 3 0 1 0-2.6-1.5L2.5 12.4v1.1h2v-1.5H6v-1.5h1l1.5-1.5',
  link: 'M6.8 9.2 9.2 6.8M7.5 5l1.7-1.7a2.5 2.5 0 0 1 3.5 3.5L11 8.5M8.5 11l-1.7 1.7a2.5 2.5 0 0 1-3.5-3.5L5 7.5',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  minus: 'M3.5 8h9',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 2v3h-3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.3 10.3 13.5 13.5',
  shield: 'M8 2 3 3.8V8c0 3 2.2 5 5 6 2.8-1 5-3 5-6V3.8L8 2Z',
  'sign-out': 'M6.5 2.5h-4v11h4M6.5 8h7M10.8 5l3 3-3 3',
  sliders:
    'M2.5 5h5M10.5 5h3M9 6.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM2.5 11h3M8.5 11h5M7 12.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  tag: 'M2.5 2.5H8L13.5 8 8 13.5 2.5 8V2.5ZM5.2 5.2v.1',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 1 1 0 7H6.5',
  upload: 'M8 10.5V3M4.8 6 8 2.8 11.2 6M2.5 13.5h11',
  user: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3 13.5c.5-2.5 2.4-4 5-4s4.5 1.5 5 4',
} as const

export type IconName = keyof typeof iconPaths
