// A part of what is shown of a call.
import type { ComponentChildren } from 'preact'

/** A part of the whole, under its title. */
export const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="part">
    <h3>{title}</h3>
    {children}
  </section>
)
