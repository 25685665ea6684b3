// Starts the page.
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';

mount(App, { target: document.getElementById('app')! });

// Keeps the page for visits without a network, if the browser can do that; only after the page itself has loaded.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => setTimeout(() => void navigator.serviceWorker.register('./sw.js').catch(() => undefined), 3000));
}
