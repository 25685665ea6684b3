// Starts the page.
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';

mount(App, { target: document.getElementById('app')! });

// The page is kept for visits without a network, where the browser has a way to do that; not before it has done what it is for.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => setTimeout(() => void navigator.serviceWorker.register('./sw.js').catch(() => undefined), 3000));
}
