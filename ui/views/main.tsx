// Where the page begins.
import { render } from 'preact'
import { start } from '../state/link.ts'
import { App } from './app.tsx'

const root = document.getElementById('app')
if (root) render(<App />, root)
void start()
