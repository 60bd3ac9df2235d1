package main

import (
	"log"
	"net/http"

	"example.org/shop/api"
	"example.org/shop/store"
)

func main() {
	log.Fatal(http.ListenAndServe(":8080", api.Handler(store.New())))
}
