/* Built by "make assets". */
"use strict";(()=>{function n(){return[...document.querySelectorAll(".bs-sidebar a[href]")].filter(e=>e instanceof HTMLAnchorElement).filter(e=>e.hash)}var o=n();for(let t of o)t.setAttribute("disabled","");document.addEventListener("DOMContentLoaded",()=>{for(let t of o)t.removeAttribute("disabled")});})();
