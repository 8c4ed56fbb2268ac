// A view that is loaded when it is first looked at: the first paint does not wait for what is not on the screen.
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { complain } from '../../state/notices.ts'
import { Loading } from './basic.tsx'

/** `Meanwhile` is shown until it is there; `ahead` loads it before anybody looks. */
export function later(
  load: () => Promise<ComponentType>,
  Meanwhile: ComponentType = Loading,
): ComponentType & { ahead(): void } {
  const loaded = signal<ComponentType | undefined>(undefined)
  let isAsked = false
  const ahead = () => {
    if (isAsked) return
    isAsked = true
    load().then(
      (view) => {
        loaded.value = view
      },
      (thrown) => {
        isAsked = false
        complain(thrown)
      },
    )
  }
  const View = () => {
    const Loaded = loaded.value
    if (Loaded) return <Loaded />
    ahead()
    return <Meanwhile />
  }
  return Object.assign(View, { ahead })
}
