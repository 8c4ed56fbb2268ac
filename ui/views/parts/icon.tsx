// Line icons, drawn on a grid of 24.
const shapes = {
  today:
    'M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600l1.400 1.400M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  calendar: 'M4 6h16v14H4V6ZM4 10.500h16M8.500 3v5M15.500 3v5M8 14h.010M12 14h.010M16 14h.010M8 17h.010M12 17h.010',
  tasks:
    'M4 6.500l1.500 1.500L8.500 5M4 12.500l1.500 1.500L8.500 11M4 18.500l1.500 1.500L8.500 17M12 7h8M12 13h8M12 19h8',
  approvals:
    'M12 3 4.500 6v5.500c0 4.500 3.100 7.700 7.500 9.500 4.400-1.800 7.500-5 7.500-9.500V6L12 3ZM8.800 12l2.300 2.300 4.200-4.600',
  activity: 'M3 12h4l3-7 4 14 3-7h4',
  waiting: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7.500V12l3 2',
  audit: 'M6 3h9l4 4v14H6V3ZM14 3v5h5M9 12h7M9 16h5',
  policy: 'M12 4v16M7 20h10M5 7h14M5 7l-2.500 6a3 3 0 0 0 5 0L5 7ZM19 7l-2.500 6a3 3 0 0 0 5 0L19 7Z',
  tools:
    'M14.500 6.500a4 4 0 0 1 5-3.900l-2.500 2.500.400 2.100 2.100.400 2.500-2.500a4 4 0 0 1-5.300 4.700L8 18.500a2.100 2.100 0 0 1-3-3l8.700-8.700',
  settings: 'M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h11M19 17h1M17 15v4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16.200 16.200 21 21',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.500l4.500 4.500L19 7',
  home: 'M4 11l8-7 8 7v9H4v-9ZM10 20v-5h4v5',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  undo: 'M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4',
  warn: 'M12 4 2.500 20h19L12 4ZM12 10v4.500M12 17.200v.300',
  note: 'M5 4h14v11l-5 5H5V4ZM14 20v-5h5M9 9h6M9 13h3',
  run: 'M8 5l11 7-11 7V5Z',
  file: 'M6 3h8l4 4v14H6V3ZM14 3v4h4',
  key: 'M8 15a4 4 0 1 1 0-8 4 4 0 0 1 0 8ZM12 11h9v3M17 11v3',
  chevron: 'M9 6l6 6-6 6',
  back: 'M15 6l-6 6 6 6',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15L6 16ZM10 20.500a2 2 0 0 0 4 0M12 5V3',
  repeat: 'M5 12V9a3 3 0 0 1 3-3h10M15.500 3 18.500 6l-3 3M19 12v3a3 3 0 0 1-3 3H6M8.500 21l-3-3 3-3',
  lock: 'M6 11h12v9H6v-9ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  people:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM3 20a6 6 0 0 1 12 0M16 4.500a3.300 3.300 0 0 1 0 6.300M17.500 14.500A5.500 5.500 0 0 1 21 20',
  plus: 'M12 5v14M5 12h14',
} as const

export type IconName = keyof typeof shapes

/** One icon. It is never alone: the text beside it says what it means. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}
